"""Given names that are common somewhere, in lower case: what lets a bare `name` be read as the name of a person."""

from __future__ import annotations

from .words import words

GIVEN_NAMES = words("""
aaron abdul abdullah abigail adam adele adrian agnes ahmad ahmed aisha akira alan albert alberto alejandra
alejandro aleksander aleksandr alessandro alex alexander alexandra alexis alfred ali alice alicia alison allison
alma amanda amara amber amelia amina amir amit amy ana anastasia andre andrea andreas andrei andrew andrey
andrzej andy angel angela anil anita anja ann anna anne annette annie anthony antoine anton antonio anya arjun
arthur artur arturo ashley astrid aurora austin ava axel barbara beatrice beatriz ben benjamin bernard beth
betty bianca bill billy björn bob bogdan boris bradley brandon brenda brian brittany bruce bruno bryan caitlin
cameron camila camille carla carlos carmen carol carolina caroline catherine cecilia charles charlie charlotte
chen cheryl chloe chris christian christina christine christoph christopher cindy claire clara claudia claudio
colin connor craig cristina crystal cynthia daisy dan daniel daniela danielle dariusz david dean deborah deepak
denise dennis derek diana diane diego dirk dmitri dmitry dominik donald donna dorothy douglas dylan edith
eduardo edward elena eli elias elif elijah elisa elise elizabeth ella ellen emil emilia emilio emily emma
emmanuel enrique eric erica erik erika erin esther ethan eugene eva evan evelyn ewa fabian fatima felipe felix
fernanda fernando fiona florian frances francesca francesco francis francisco francois frank franz fred
frederick frida fritz gabriel gabriela gabrielle gareth gary georg george gerald gerard giovanni giulia giuseppe
gloria gordon grace greg gregory greta guillermo gustav hanna hannah hans harold harry hassan heather hector
heidi helen helena henri henrik henry hiroshi holly hugo ian ibrahim ida igor ines ingrid irene irina iris isaac
isabel isabella isabelle ivan jack jacob jacqueline jacques jaime jake jakob james jamie jan jana jane janet
janice jasmine jason javier jean jeff jeffrey jennifer jenny jeremy jerry jesse jessica jesus jill jim joan
joanna joao joe johan johann johanna john johnny jon jonas jonathan jordan jorge jose josef joseph joshua joyce
juan juana judith judy julia julian juliana julie julien justin kai karen karin karl karolina katarina katarzyna
kate katherine kathleen kathryn katie katrin kayla keith kelly ken kenji kenneth kevin khalid kim kimberly klaus
krzysztof kumar kurt kyle lara lars laura lauren laurent lea leah leila lena leo leon leonard leonardo leslie
lewis liam lily linda lisa logan lorenzo louis louise luca lucas lucia lucy luis luisa lukas luke lydia maciej
madison magdalena manuel marc marcel marcin marco marcus margaret maria mariam marie marina mario marion mark
markus marta martha martin martina mary mateo mathieu matilda matteo matthew matthias mattias maurice max
maximilian maya mei melanie melissa mia michael michal michel michelle miguel mikael mike mikhail milan mina
miriam mohamed mohammad mohammed molly monica monika morgan muhammad nadia nancy naomi natalia natalie natasha
nathan neha neil nicholas nick nicola nicolas nicole nikhil nikita nina noah noel nora norma oleg olga oliver
olivia omar oscar otto owen pablo pamela paola patricia patrick paul paula paulo pavel pedro peter petra philip
philipp philippe phillip pierre piotr priya rachel rafael rahul raj rajesh ralph ramon raquel raul ravi raymond
rebecca rene ricardo richard rita robert roberta roberto robin rodrigo roger roland roman ronald rosa rose
rosemary roy ruben ruth ryan sabine sabrina sally sam samantha samuel sandra sanjay santiago sara sarah scott
sean sebastian sergei sergey sergio sharon shaun sheila shirley silvia simon simone sofia sonia sophia sophie
stanley stefan stefanie stella stephan stephanie stephen steve steven stuart sunil susan susanne suzanne sven
svetlana sylvia tamara tanya tatiana ted teresa terry theo theodore theresa thomas tiffany tim timothy tina
tobias todd tom tomas tomasz tony tracy tyler uwe valentina valeria vanessa vera veronica victor victoria vijay
viktor vincent virginia vladimir walter wanda wang wayne wei wendy wilhelm william wolfgang xavier yasmin yuki
yusuf yvonne zachary zara zoe zofia
""")
ALSO_WORDS = words("""
amber angel aurora austin axel bill carol carolina charlotte christian crystal daisy dean frank grace heather holly
iris jack jan jasmine jean jordan joyce kai kim lily logan madison mark max maya milan mina noel norma otto robin
roman rose rosemary santiago stella ted victor victoria virginia
""")
"""Given names that begin other titles as well: `Max Size`, `Grace Period`, `Austin Office`."""
