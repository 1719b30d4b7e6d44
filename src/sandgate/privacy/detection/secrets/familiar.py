"""Words that people make passwords of, and whether a word is put together of them: `freedomharbour`, `summer022`.

Animals, pets, seasons, colours, food, teams, endearments: chosen by hand, and far from all.
Alone they say nothing; two of them without a blank between them are no word of any language.
"""

from __future__ import annotations

import re

from ..words import words

_FAMILIAR = words("""
    welcome letmein changeme qwerty qwertz azerty iloveyou trustno lovely loveme
    dragon monkey tiger lion panther jaguar cheetah panda koala wolf fox falcon eagle hawk raven sparrow
    penguin turtle dolphin shark whale walrus otter badger beaver rabbit bunny kitten kitty puppy doggy horse pony
    unicorn phoenix spider scorpion cobra viper butterfly dragonfly ladybug cricket buffalo moose giraffe
    elephant gorilla lizard coyote
    summer winter autumn sommer herbst fruehling printemps verano otono invierno inverno
    wiosna jesien zima herfst zomer january february april august september october november december
    monday friday sunday
    yellow orange purple violet silver golden scarlet crimson turquoise indigo cobalt ginger
    coffee biscuit banana cherry apple peach mango lemon melon pepper sugar honey pumpkin pancake muffin
    cupcake chocolate chocolat cinnamon vanilla caramel peanut whiskey tequila mustard nutmeg
    football baseball basketball soccer hockey tennis golfer fussball futbol liverpool arsenal chelsea barcelona
    juventus yankees cowboys lakers steelers bayern legia ajax
    sunshine rainbow thunder lightning shadow phantom galaxy cosmos starlight moonlight midnight sunrise sunset
    snowball snowflake blizzard ocean harbor harbour island meadow forest mountain canyon glacier
    lakeside waterfall garden flower orchid tulip daisy lavender lavande sunflower willow maple juniper cactus
    diamond crystal emerald sapphire granite marble copper velvet ribbon lantern candle anchor saddle
    castle pirate ninja wizard knight princess prince queen warrior hunter captain soldier
    superman batman spiderman starwars pokemon naruto tigger snoopy mickey garfield
    charlie bailey buddy buster bella daisy rosebud maverick diesel harley domino rocket guitar piano violin
    freedom forever blessed heaven angel faith destiny fortune lucky happy
    motylek gatito perrito princesa estrella amore tesoro schatz liebling hase maus schnecke papillon soleil chouchou
    cielo playa praia madrid kotek slonko sloneczko primavera
""")
_FIRST_THOUGHTS = words("letmein changeme qwerty qwertz azerty iloveyou hunter2 passw0rd p4ssw0rd")
_APART = re.compile(r"[_\-.]")
_SHORTEST_FAMILIAR = 5
_SHORTEST_HALF = 3
_LONGEST_FAMILIAR = max(map(len, _FAMILIAR))
_WORD = re.compile(r"[A-Za-z]{9,26}")
_ENDS_OF_WORDS = re.compile(
    r"(?:s|ed|er|ers|ing|ings|like|ish|time|hood|land|ness|ful|less|ly|y|tree|man|men|light|fall)"
)
"""Behind one of them these make other words: `lionlike`, `springtime`."""


def is_familiar(word: str) -> bool:
    """Whether it begins or ends with such a word, and the rest may be another one."""
    if not _WORD.fullmatch(word):
        return False
    lowered = word.lower()
    for length in range(_SHORTEST_FAMILIAR, min(_LONGEST_FAMILIAR, len(word) - _SHORTEST_HALF) + 1):
        first, rest = lowered[:length], lowered[length:]
        if first in _FAMILIAR and not _ENDS_OF_WORDS.fullmatch(rest):
            return True
        if lowered[-length:] in _FAMILIAR and len(word) - length > _SHORTEST_HALF:
            return True
    return False


def is_first_thought(word: str) -> bool:
    """`letmein_dev`: nothing else is called so."""
    return not _FIRST_THOUGHTS.isdisjoint(_APART.split(word.lower()))


def begins_familiar(word: str) -> bool:
    """`summer022`."""
    letters = word.rstrip("0123456789")
    return letters != word and letters.lower() in _FAMILIAR
