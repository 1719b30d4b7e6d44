"""Words that keys are made of: those that name fields everywhere, and people's names, which are never kept."""

from __future__ import annotations

_FIELDS = """
    a abbreviation about abstract access account action active actor actual add added additional address admin after
    age agent aggregate alarm album alert alias all allow alternative altitude amount analysis annotation answer api
    app application applied approval archive area argument array article artifact asset assigned assignee assignment
    at attachment attempt attribute audience audio auth author authorization auto availability available avatar
    average avg axis balance bank base batch before begin best billing binary bio birth blob block body bookmark bool
    border bottom box branch brand browser bucket budget bug build building business button by byte calendar call
    camera campaign cancel candidate capacity caption card cart case category cell center certificate change channel
    chapter character charge chart chat check checksum child children choice chunk city class classification clean
    click client clone close closed cloud cluster code collection color column command comment commit company complete
    completed component compute condition confidence config configuration connection constraint contact container
    content context contract conversation coordinate copy core correct cost count country coupon course cover cpu
    create created creator credit criteria currency current cursor custom customer cycle daily dashboard data database
    dataset date datetime day deadline deal debit debug default definition degree delay delete deleted delivery delta
    demo dependency deploy deployment depth description destination detail developer device diff difference digest
    dimension direction directory disabled discount disk display distance distribution division dns document domain
    done down download draft drive driver due duplicate duration edge edit editor effective elapsed element email
    employee empty enable enabled encoding end endpoint energy engine entity entry environment error estimate eta etag
    event exact example exception exchange execution exists exit expected expiration expire expired expression
    extension external extra factor fail failed failure family favorite feature fee feed field file filename filesize
    fill filter final find finish first flag flight float folder follow follower font footer forecast foreign fork
    form format formula found fraction framework frequency friend from full function gender generated genre geo global
    goal grade grant graph group guest guide has hash head header heading health height help hidden high highlight
    hint history hit home host hostname hotel hour html http humidity icon id identifier idle image impact import in
    inbox incident include income index info information ingredient initial initiative input insert installed instance
    institution instruction integer integration intent internal interval invoice ip is issue item iteration job json
    key keyword kind label lang language large last lat latest latitude layer layout lead leader left legend length
    lesson level license life limit line link list lng local locale location lock locked log login logo lon long
    longitude low mail main manager manual map margin mark markdown marker market marketplace match material max
    maximum mean measure media median medium member memory menu merchant merge merged message meta metadata method
    metric middle milestone mime min minimum minute missing mobile mode model modified module money month more movie
    multi my name namespace native negative network new next nickname node none normal not note notification now num
    number object observation of off office offset old on open opened operating operation operator option order org
    organization origin original other out outcome output overall overview owner package page pagination paid pair
    paper param parameter parent part participant partner passed password path pattern paused payload payment pending
    people per percent percentage percentile performance period permalink permission person phase phone photo picture
    pid pin pipeline place placement plan platform player playlist point policy pool popularity population port
    position positive post postal power precipitation prefix presence pressure preview previous price primary priority
    private probability problem process product production profile program progress project promotion prompt property
    protected protocol provider public published publisher pull purchase push quality quantity query question queue
    quota quote random range rank rate rating ratio raw read reader ready real reason receipt received receiver recent
    recipe recipient recommendation record ref reference referrer region registered related relation relationship
    relative release remaining reminder remote removed render repeat replacement replica reply repo report reporter
    repository request requester required reservation resolution resolved resource response rest restriction result
    resume retry return revenue review revision right risk role room root route row rule run runtime salary sale same
    sample scale schedule schema scheme scope score screen script search season second secret section security seed
    seen segment selected self seller send sender sent sequence series server service session set setting severity sha
    shape share shared sheet shift shipping shop short show side sign signature similar similarity since site size
    skill skipped sku slot slug small snapshot snippet social software sort source space spec speed sprint src stack
    staff stage staging standard star start state statement statistic stats status stderr stdout step stock stop
    storage store story strategy stream street string structure student style subject subscriber subscription subtitle
    subtotal success successful suggestion suite sum summary support surname suspended symbol system tab table tag
    target task tax team telephone temperature template tenant term test text theme thread threshold thumbnail ticket
    tier time timeout timestamp timezone tip title to token tool top topic total track tracking traffic training
    transaction transcript transfer translation trashed trend trigger true truncated ttl turn tweet type unique unit
    unread until up update updated upload uri url usage used user username uuid valid value variable variant vector
    vehicle vendor verified version video view virtual visibility visible volume wait warehouse warning watch weather
    web webhook website week weight wide width wind window word work worker workflow workspace x xml y yaml year yes z
    zip zone zoom
"""

_PEOPLE = """
    aaron abdul abigail adam adrian agnes ahmed aisha akira alan albert alejandro alessandro alex alexander alexandra
    alexis ali alice alicia alina allison amanda amber amelia amir amit amy ana anastasia anders anderson andre andrea
    andreas andrew andrey andrzej angela angelina anil anita anja ann anna anne annie anthony anton antonio anya
    ariana arjun arthur asha ashley astrid aurora ava barbara beatrice beatriz ben benjamin bernard beth betty bianca
    bjorn bob bogdan boris bradley brandon brenda brian bridget britta brown bruce bruno bryan caleb camila camille
    carla carlos carmen carol carolina caroline catherine cecilia charles charlie charlotte chen chiara chloe chris
    christian christina christine christopher claire clara claudia colin connor craig cynthia daisuke daniel daniela
    danielle darren dave david davis deborah denise dennis derek diana diego dieter dimitri dmitri dmitry doe dominic
    donald donna doris dorothy douglas dylan eduardo edward eileen eleanor elena eli elif elijah elisa elizabeth ella
    ellen emil emilia emily emma enrique eric erica erik erika erin ernst esther ethan eugene eva evans evelyn fabian
    fatima federico felipe felix fernando finn fiona fischer florian frances francesca francesco francis francisco
    francois franz frederic friedrich fritz gabriel gabriela garcia gareth gary george georgia gerald gerard gerhard
    giovanni giulia giuseppe gloria gomez gonzalez gordon greg gregory greta guillaume gunther gustav hamza hanna
    hannah hans hansen harold harry hassan heather hector heidi heinrich helen helena helga henrik henry hernandez
    hiroshi hugo hussein ian ibrahim igor ilya imran ines ingrid irene irina isaac isabel isabella ivan ivanov jack
    jackie jackson jacob jacqueline jakob jakub james jamie jan jana jane janet janice jason javier jean jeff jeffrey
    jennifer jenny jensen jeremy jerry jesse jessica jill jim jimmy joan joanna joao joaquin joe joel johan johann
    johanna johannes johansson john johnny johnson jonas jonathan jones jorge jose joseph josh joshua juan judith judy
    juergen julia julian julie julien juliet jun jung justin karen karin karl karthik katarzyna kate katherine
    kathleen kathryn katie katja kavita keith kelly ken kenji kenneth kevin khalid kim kimberly klaus kowalski krishna
    kristen kristin kristina krzysztof kumar kurt kyle lakshmi lars laura lauren laurent leila lena leo leon leonardo
    lewis liam lily linda lindsay lisa logan lopez louis louise luca lucas lucia lucy luigi luis luisa lukas luke
    lydia magdalena mahmoud malcolm manuel marc marcel marcin marco marcos marcus margaret maria marie marina mario
    marion marius markus marta martha martin martina martinez mary mateo mateusz matteo matthew matthias maurice
    maximilian megan mehmet mei melanie melissa mendez meyer mia michael michel michelle miguel mihai mikael mike mila
    milan miller mohamed mohammad mohammed monica monika moore mueller muhammad muller mustafa nadia nancy naomi
    natalia natalie natasha nathan neha neil nguyen nicholas nick nicola nicolas nicole nielsen nikita nikolai nina
    noah noor nora nowak oleg olga oliver olivia omar oscar osman otto pablo pamela paolo patel patricia patrick paul
    paula pavel pedro perez peter petra petrov philip philipp philippe phillip pierre piotr priya rachel rafael raj
    rajesh ralph ramirez ramon raul ravi raymond rebecca renate renee ricardo richard rita rivera robert roberto robin
    robinson rodrigo rodriguez roger roland roman ronald rosa rossi russell ruth ryan sabine sabrina said salma sam
    samantha samir samuel sanchez sandeep sandra sanjay santiago sara sarah schmidt schneider schulz scott sean
    sebastian sergei sergey sergio shannon sharma sharon shirley silva silvia simon simone singh smith sofia sonia
    sophia sophie stefan stefanie stephanie stephen steve steven stuart sunil suresh susan susanne sven svetlana
    sylvia takashi tamara tanja tanya tara tatiana taylor teresa terry thomas thompson thorsten tiffany tim timothy
    tobias todd tom tomas tomasz tommy tony torres tracy tyler ulrich ursula valentina valerie vanessa vera veronica
    victor victoria vijay viktor vincent vivek vladimir wagner walter wanda wayne weber wei wendy werner wilhelm
    william williams wilson wolfgang wright xavier yamamoto yang yasmin yuki yusuf yves yvonne zachary zhang zoe
"""

FIELDS = frozenset(_FIELDS.split())
PEOPLE = frozenset(_PEOPLE.split()) - FIELDS
