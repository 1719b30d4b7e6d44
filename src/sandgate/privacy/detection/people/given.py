"""Given names that are common somewhere, in lower case and without accents: they tell names from other words.

Gathered from public counts of many countries, and by hand. `Jean-Pierre` is looked up as `Jean`.
"""

from __future__ import annotations

from ..words import words

GIVEN_NAMES = words("""
aada aadhya aarav aariz aaron aart aarya aasha abayomi abbas abbie abby abdallah abdel abdelkader abdoulaye abdul
abdulaziz abdulla abdullah abdullo abdulrahman abdurrahman abe abel abena abigail abimbola abraham abubakr abulfazl
achim ada adaeze adalbert adalberto adam adama adao adaobi addison ade adebayo adel adela adelaide adele adelheid
adelina adeline adem adeola adesola adile adin aditi aditya adnan adolfo adomas adriaan adrian adriana adriano adrians
adrien adrienne afia afonso agatha agathe aggeliki agnes agnieszka agostino agustin agustina ahlam ahmad ahmed ahmet
aicha aidan aiden aikaterini aileen aimar aimee aino aisha aisultan aisyah aitana aitor aiur ajay ajda ajith ajla
akash akhil aki akiko akio akira akos akosua aksel akshay akua alaa alain alan alana alanna alanoud alba albane albert
alberte albertine albertje alberto albrecht alcides aldiyar aldo alec aleid alejandra alejandrina alejandro alejo
aleks aleksandar aleksander aleksandr aleksandra aleksandre aleksei aleksey alena ales alessandra alessandro alessia
alessio alev alex alexa alexander alexandr alexandra alexandre alexandrine alexandros alexandru alexei alexey alexia
alexis alf alfhild alfie alfio alfonsina alfonso alfred alfredo ali alice alicia alicja alikhan alin alina aline
alinur alisa alise alisha alison alissa alistair alix aliya alla allan allen allison alma alois aloisio alok aloysius
alparslan alper alteo althea alvaro alvin alwin alwine alyona alysha alyssa alzbeta ama amadeus amadi amahle amaia
amal amalia amalie aman amanda amandine amani amar amara amaris amaya amayra ambar amber ambra ambre ambroise ambrose
amedee amedeo amelia amelie amelija amelja amin amina aminata amine aminu amir amira amit amitabh ammar amos amparo
amr amrita amy ana anabel anahi anahit anais anand ananya anar anas anastasia anastasiia anastasija anastasios
anastasiya anastazja anatol anatole anatoly anca andela anders anderson andras andre andrea andreas andree andreea
andrei andreia andrej andres andressa andrew andrey andria andrias andrius andriy androula andrzej andy andzelika
anele aneta anette anezka anfisa angel angela angele angelica angelika angeliki angelina angeline angelo angie angus
anika aniko anil anita anja anjali anke ankit ankita ankur ann anna annalisa annamaria annbritt anne annegret anneke
anneli annelieke annelies anneliese annemarie annerose annette anni annick annie annika annunziata anohito anoop anouk
ansel anselm anselmo ansgar ante anthony antje antoine antoinette anton antonella antoni antonia antonie antonieta
antonin antonina antonino antonio antun anuj anup anupam anushka anwar anya anzu aoi aoife aparna aphrodite apolline
apolonia april aputsiaq araceli arantxa aras archana archie arda areg areni aria ariadne ariana ariane arianna arie
ariel arina aris aristide arjan arjen arjun arkadiusz arkady arlene arman armand armando armelle armen armida armine
arnaldo arnaud arnd arne arno arnold arnulf arnulfo aron arpi arsene artem artemis arthur artiom artur arturo artyom
arun aruna aruuke aruuzat arvid arvind arvo arwa arya arzu asad asbjorn ase asel asemahle asena asger asha ashish
ashleigh ashley ashok ashot ashraf ashraqat ashton ashwin ashwini asia asilim asiya asja aslan asli asma asmita assia
assunta asta astor astrid asuka asuman asya athanasios atilla atlas atle atsushi atticus attila attilio aubrey aude
audrey august augusta auguste augustin augusto augustyn aune aurel aurelia aureliano aurelie aurelien aurelio aurora
aurore austin ava aviana avigail avinash axel axelle aya ayaan ayaka ayala ayalah ayanda ayca aydin ayesha aygul aygun
ayim aykut ayla aylin ayman aymeric aynur ayo ayodele ayoub ayra aysa ayse aysegul aysel aysun aytac ayumi ayzere
azaria azariah aziz azra azucena babatunde babette bader badr baerbel bakary balazs baldur balint baltasar bandar
banele bao baptiste baran barbara barbare barbel barbora barry bart bartek barthelemy bartlomiej bartolome bartolomeo
bartosz basak bashir basil bastian bastien batuhan bauke baukje bautista bayarmaa bayram bazyli beata beate beatrice
beatrix beatriz becky bedrich begona behiye bela belen belinda bella ben benas bence benedek benedetta benedetto
benedict benedicte benedikt benedita benedito bengt bengta beniamin beniamino benicio benita benito benjamin benno
benoit bent bente bento berangere beren berend berenice berfin berit berk berkay berna bernadet bernadette bernard
bernarda bernardo bernd bernhard bernhardt berrdo bert bertha bertil bertold bertram bertrand beshoi beth bettina
betty beverly beyza bharat bhavesh bhavna bhavya biagio bianca bibek bilal biljana bill billy binh binita bintou
birger birgit birgitta birgitte birol birte bisera bishal bismah bjarne bjarni bjorn blaise blake blanca blanche
blandine blanka blas blazej bo bob boban bobbie bobby bodil bodo bogdan bogdana boglarka bogumila boguslaw bohdan
bohumil bohuslav bojan bojana bolormaa bongani bonnie bora borge boris borislav borje borys boudewijn boyd bozena
bozidar brad bradley brady brahim bram brandon branislav branka branko braulio brayden brechtje brenda brendan breno
brent bretislav brett brian brice brigida brigitte britt britta brittany bronislaw bronwen brooke bruce bruna
brunhilde bruno bryan bryce brynjar bryony bugra bulent bunyamin burak burcu burkhard buse bushra byron byung cagatay
cagla caio cairo caitlin caleb calin calixto callum calogero calvin camelia cameron camila camilla camille camilo
canan candela candice cansu capucine cara carina carl carla carlo carlos carlota carlotta carly carmela carmelo carmen
carmine carol carola carole carolina caroline carolyn carrie carsten carter casey caspar casper cassandra cassidy
catalin catalina catalino caterina catherine cathy catia caua cayetano cecil cecile cecilia cedric cees celeste
celestine celestino celia celina celine cemal cemile cengiz ceren cesar cesare ceyda ceyhun cezar cezary chad chandra
chang chantal charalampos charbel charlene charles charlie charline charlotte chau chedeline chelsea chen cheryl
chetan chia chiamaka chiara chidi chidinma chien chih chika chimamanda chin chinedu chinonso chinwe chioma chiyo chloe
chris christa christel christelle christer christian christiane christina christine christl christof christoph
christophe christopher christos chrysa chuck chukwuemeka chuluun chun ciara cigdem cillian cindy cintia cinzia ciprian
cira ciro claas claire clara clarence clarice clarissa clarisse claude claudette claudia claudie claudine claudio
claudiu claudius claus clayton cleber cleiton clelia clemence clemens clement clemente clementine cleo cliff clifford
clint clive clotilde clyde cody coen colette colin coline colleen colton concepcion concetta connie connor conny
conrad constance constantin constanze consuelo cora coralie cord cordula corentin corey corina corine corinna corinne
cornel cornelia cornelis cornelius corrado cory cosimo cosmin costanza costel courtney craig cristian cristiana
cristiane cristiano cristina cristobal crystal csaba csilla cuong curtis cynthia cyprien cyril cyrille czeslaw daan
dafydd dagfinn dagmar dagmara dagny daiki daisuke daisy dalal dale dalia dalibor dalila dalton dalva damaso damian
damiano damien damilola damjan damon dan dana danel danica daniel daniela daniele danielle daniels daniil danijel
danijela danila danilo danique danna danny dante danut danuta danylo daphne daria darija dario daris darius dariusz
dariya darlene darrell darren darshan darta darya daryl dave davi david davide davina davit davor davud dawid dawn
dean debbie debora deborah debra declan deepa deepak deepika defne deirdre dejan delfina delia delphine demetre
demetrio demetrius denilson denis denisa denise dennis denny derek derrick derya desiderio desire desiree desmond
detlef detlev devika devon dexter dezso dhia dhruv diana diane diarmuid didem didier diederik diego dieter diethelm
dietlinde dietmar dietrich dijana dikeledi dilara dilek dillon dimitar dimitra dimitri dimitrios dimitris dina dinesh
dino diogo dion dionisio dirk divya djamel djeneba dmitri dmitry dmytro dobroslawa dogan dogukan doha doina dolores
domagoj domenica domenico domingo dominic dominik dominika dominique dominykas don donald donatella donato dong donna
donovan dora dorde doreen dorian dorin doris dorota dorothea dorothee dorothy dorte dorthe doug douglas doutzen douwe
dragan dragana dragos drazen drew duane duarte dubravka duc dumitru duncan dunja dunya durda dusan dusanka dustin
duygu dwayne dwight dylan dyllan dzan eabha earl ebba ebele eberhard ebony ebrahim ebru ece eckart eckhard ecrin ed
edda eddie edelgard edelmira edeltraud eden edgar edita edith edmund edna edoardo edouard edson eduard eduarda eduardo
edward edwin edyta eefje eeli eero eevi effie efrain efua egbert egil egon ehrenfried ehrentraud eija eileen einar
einari eino eirik eirini eisha eitan eithan eivind ekaterina ekow ekrem eladio elaine elchin elcin eleanor eleftheria
elena elene eleni eleonora eleonore elettra eleuterio elfi elfriede eli elia eliana eliane elias elie elif elija
elijah elin elina eline elinor elio eliott elisa elisabet elisabeth elisabetta elise eliseo eliska eliza elizabeth
elizaveta elize elke ella ellen elli ellie elliot elliott elmar elmer elnur elodie elof eloisa eloise elsa elsbeth
elshan elsie elske elvira elvis elyas elza elzbieta eman emanuel emanuela emanuele emanuella embla emeka emel emelia
emelie emeline emely emerson emi emiel emil emile emilia emilian emiliano emilie emilien emilija emilio emiliya emils
emily emin emine emir emma emmanuel emmanuelle emmi emrah emre encarnacion ender endre engin eniko ennio enrica enrico
enrique enriqueta enza enzo epifanio eray ercan erdal erdem erdogan eren erhan erhard eric erica erich erick erik
erika erin erja erkan erkki erling ermanno ermelinda ermes erna ernest ernestine ernesto ernst erol ersin ertugrul
ervin erwin eryk erzsebet esi esin eskil esko esma esme esmee esmeralda esperanza esra estanislao esteban estefania
estella estelle ester esther ethan etienne ettore eugen eugene eugenia eugenie eugenio eugeniusz eulalia eun eunice
eunji eusebio eustace eva evamaria evan evandro evangelia evangelina evangelos evaristo eve evelina evelyn evelyne
evens everett evert evgenia evgeniy evgeniya evgeny evi evie evzen ewa ewald ewan ewelina eylul eymen eystein ezekiel
ezgi fabian fabiana fabien fabienne fabio fabiola fabrice fabricio fabrizia fabrizio fadi fadime fahad fahd fahri
faisal faith fajr falk falko fanny fanta farah farhan farid farida farouk farrah faruk farzana fatemeh fatih fatima
fatimah fatin fatma fatou fatoumata faustine faustino fausto federica federico fedor felicia feliciano felicie
felicitas felicite felicity felicja feline felipe felix femke fenna ferdinand ferdinando ferenc fergus ferhat feride
ferit fermin fernand fernanda fernando ferndo ferry fevzi feyza ffion fiadh fidel fikret filip filipa filippo filiz
filomena finlay finley finn finnegan fiona fiorella firmin flavia flavie flavien flavio flavius fleur flora florence
florencia florencio florent florentina florian florin floris floyd folake folker forrest fortunata fortunato fotini
fozia fran franca frances francesca francesco francine francis francisca francisco franciszek franck franco francois
francoise frank franklin frans frantisek franz franzi franziska frauke fred freddie freddy frederic frederick frederik
frederike frederique fredrik fredrika freek freja freya frida frieda friedbert friedel friedemann friederike friedhelm
friedlinde friedrich fritz fritzi frode froilan fryderyk fulvio fuma fumiko funmi funmilayo fusun fyodor gabi gabija
gabino gabor gabriel gabriela gabriele gabriella gabrielle gaby gael gaelle gaetan gaetano gagik gaia gail galina
galip gamalat gamila gamze garance gareth garrett garry garth gary gaspar gaspard gaspare gaston gaurav gautam
gauthier gautier gavin gavril gayane gebhard geert geertje geertruida geeta geir gelsomina gelu gemma gene genevieve
gennady gennaro genowefa geoff geoffrey geoffroy georg george georges georgeta georgette georgi georgia georgina
georgine georgios georgy gerald geraldine geraldo gerard gerardo gerben gerburg gerd gerda gergely gergo gerhard
gerlinde germain germaine german germano gernot gero geronimo gerrit gert gerta gertraud gertrud gertrude gevorg ghada
gheorghe ghislaine giacinto giacomo giada gianfranco giang gianluca gianluigi gianmarco gianna gianni giannis
gianpaolo gijs gijsbert gilbert gilberto gilda giles gilles gilli gina ginette ginevra gino gioacchino gioele giordano
giorgi giorgia giorgio giorgos giosue giovana giovanna giovanni girish gisbert gisela gisele gita gitta giulia
giuliana giuliano giulio giuseppe giuseppina giustino gizem gladys gleb glen glenda glenn gloria goffredo gokce gokhan
goktug gonda gonul gonzalo googoosh gopal goran gordana gordon gottfried gottlieb gotz gozde graca grace graciela
graeme graham grant grazia graziano graziella grazyna greetje greg gregoire gregorio gregory greta gretchen grigore
grigori grigory griselda gry grzegorz guadalupe gualtiero gudmund gudrun gudula guenter guenther guglielmo guido
guilherme guillaume guillemette guillermo gulay gulcan guler gulsen gulsum gunay gunda gundula gunel gunhild gunilla
gunn gunnar gunter gunther guo gurkan gustaf gustav gustave gustavo gustavs gustaw guus guy gwen gwenael gwenaelle
gwendolyn gyorgy gyula haakon habib habiba hacer hadi hadicha hadley hadrien haeun haider haifa hajime hajnalka hakan
hakon hala hale halil halim halina halldor haluk halvor halyna hamad hamdan hamid hamza hana hande hanh hani hanife
hank hanna hannah hannchen hanne hanneke hannelore hannes hanno hans hansjoerg haoran haoyu harald hardik hari haris
harish harold harper harraz harri harriet harris harrison harro harry hartmut hartwig haru haruka haruki haruma harun
haruna haruto harvey hasan hashem hasmik hasnaa hassan hasso hatice hauke hawa haydar hayden hayk hayri hayriye hazel
hazem heather hector hedda hedi hedvig hedwig heidemarie heidi heidrun heikapu heike heikki heiko hein heiner heinrich
heinz heitor helder heleen helen helena helene helga helge helio hella helle helma helmi helmut helmuth heloisa
heloise helvi hemant hendrik hendrika henk henner hennie henning henny henri henriette henriikka henrik henrike
henrique henry henryk henryka herbert herdis heribert heriberto herkus herma herman hermann hermine hernan herta herve
hessa hessel hiba hidde hideki hideo hien hieu hikari hilal hilario hilary hilda hilde hildegard hildegund hilkka
hilma hilmar hiltrud himari hina hinano hinata hinato hipolito hippolyte hiro hiroko hiromi hiroshi hisashi hisham
hitoshi hjalmar hjordis hoa hoang hoda holger holly holm honorata honore honorine horace horatiu horst hortense
hortensia hosna hosniya hossein hovhannes howard hrvoje hryhoriy hubert hubertus huda hudson hugh hugo hugues hulya
humberto hunter huong hur huseyin huseyn hussa hussain hussein huub huy hydar hye hyejin hyun iacob iain ian ibai iben
ibolya ibrahim ibrahima ichiro ida idris iebe ifeanyi ifeoma ignacia ignacio ignacy ignazio igor ihor ikechukwu iker
ikram ilaria ilario ildiko ilgar ilhan ilias ilie ilija ilka ilkay ilker ilknur ilona ilsa ilse ilselore ilya imad
iman imani imelda imene iminathi imke imma imogen imran imre inaya indira ineke ines inga ingbert inge ingeborg ingela
ingelore inger ingo ingolf ingrid ingvar ingvild inigo inkeri inmaculada inna insa inuk inunnguag inutsiaq ioan ioana
ioane ioanna ioannis iolanda ionel ionela ionut ippolito ira irati irem irena irene irfan irina iris irja irma irmela
irmgard irmina irmtraud irving iryna isaac isabel isabela isabella isabelle isadora isaiah isak isamu iselin isha
ishaan ishan isidora isidro isis isla islande ismael ismail ismet isolde israel istvan italo itsuki itziar iulia
iulian iuliana iuliu iva ivaana ivalu ivan ivana ivanka ivanna ivano ivar iveta ivete ivica ivik ivo ivone ivonne ivy
iwona izabela izabella izaro izz jaakko jaap jaber jabulani jacco jacek jacinta jacinto jack jackie jackson jaclyn
jacob jacoba jacobo jacopo jacqueline jacques jada jade jaden jadranka jadwiga jae jagdish jagoda jaime jair jake
jakob jakov jakub jakup jamal james jameson jamie jamil jamila jan jana jane janek janelle janet janice janina janine
janis jann janna janne janneke jannik janny janos jantje janusz jaqueline jared jarek jari jarkko jarl jarmila jarmo
jaromir jaroslav jaroslava jaroslaw jasmijn jasmin jasmina jasmine jason jasper javad javier jawad jay jaya jayden
jayesh jayne jazmin jean jeanette jeanine jeanne jeannette jeannine jed jedrzej jeff jeffery jeffrey jekabs jelena
jella jelle jenna jenni jennie jennifer jenny jeno jens jeppe jeremiah jeremie jeremy jermaine jeroen jerome jeronimo
jerry jerzy jesper jesse jessica jessie jesus jette jia jiahao jian jianguo jianhua jie jihoon jill jillian jim jimena
jimin jimmy jin jindrich jing jingyi jiri jirina jiro jisoo jitka jitske jiwon jiya jiyoung jo joachim joakim joan
joana joann joanna joanne joao joaquim joaquin joaquina jocelyn jochen jodi jodie jody joe joel joelle joep joerg joey
jogvan johan johann johanna johanne johannes john johnny jokubas jokull jolanda jolanta jolene jolien jon jonah jonas
jonathan jonathon jonna joon joost jordan jordane jordi jordy jorg jorge jorgen jori joris jorn jorunn jose josef
josefa josefina josefine joseph josephine josette josh joshua josiah josiane josie josip jost josue jouko jouni jouri
jovan jovana jovita joyce jozef jozefa jozsef juan juana juanita jude judeline judit judith judy juha juhani jukka
julen jules julia julian juliana juliane julianna julianne julie julien julieta juliette julija julio julius juliusz
jun june junho junichi junjie junko jurgen jurre jurriaan jussi justin justine justus justyna jutta jyoti jyrki kaan
kaarina kabir kabita kacper kadiatou kadir kadriye kagiso kai kaia kailash kairo kaisa kaitlyn kaito kaj kaja kajetan
kajsa kajus kalevi kalina kalle kalman kaloyan kalpana kamal kamau kamil kamila kamile kamran kaori kapil karam karan
kareem karel karen kari karim karima karin karina karine karl karla karlheinz karlijn karlis karol karoliina karolina
karoline karoly karsten karthik kartik karyn kasandra kasia kaspar kasper kata katalin katarina katarzyna kate katelyn
katerina kateryna kath katharina katharine kathe kathem katherine kathleen kathrin kathryn kathy katia katie katja
katla katri katrin katrina katy kaua kaushik kavita kavya kay kaye kayla kaylee kazi kazim kazimierz kazuki kazuko
kazuo keanu keerthi kees keiko keira keisuke keith kellie kelly kelsey kelvin kemal ken kenan kenichi kenji kenneth
kenny kent kerem kerim kerry kerstin kerttu keshav keven kevin khadija khadije khaled khalid khanh khawla khongordzol
khrystyna kiaan kiara kieran kilian kim kimberly kinga kinsley kiran kirill kirk kirollos kirsi kirsten kirsti kirsty
kishore kitty kivanc kiwa kiyoshi kjartan kjell kjersti kjetil klaartje klaas klara klas klaudia klaudie klaus klavdia
klea knud knut koen kofi koji kojo komal konrad konstantin konstantina konstantinos konstanty konstanze konul kora
koray korbinian kordian kordula korkut kornel kornelia kostas kresimir krishna kristel kristen krister kristi kristian
kristiane kristiina kristijan kristin kristina kristine kristjan kristof kristopher kristy kristyna krisztian
krisztina kriti krystal krystian krystyna krzysztof ksawery ksenia ksenija kubra kumar kumiko kunal kunigunde kuno
kurt kurtulus kveta kwabena kwaku kwame kwesi kyle kylie kyoko kyra kyriaki kyriakos kyung lachlan ladislav laetitia
laia laila laith lajos lakshmi lale lalit lamar lambert lamberto lamia lamija lana lance lara larisa larissa larry
lars lasse laszlo lata latifa latife latoya laura laure laureano lauren laurence laurene laurent laurentiu laurenz
lauretta laurie lavi lavinia lawrence layla lazar lazaro lea leah leander leandra leandro leanne leano leberecht lech
leen leena leevi lefteris lei leif leigh leila leja lejla lena lene leni lenka lenna lennart lennox lenny lenz leo
leocadia leokadia leon leonard leonardo leoncio leonhard leonid leonidas leonie leonor leonora leopold leopoldine
leopoldo leordo leos lerato leroy lesedi leslie lesya leszek lethabo lethokuhle leticia letizia lev levent levente
levi lewis lexi leyla liam lian liana liane liang lianne libor libuse lidewij lidia lidiya lieke liepa liesbeth liesel
lieselotte lieve lieven lihua liisa lijun lilas lile lili lilia lilian liliana liliane lilien lilit lilja lilla
lillemor lilli lillian lillie lilly lilo lilou lily lina linda lindiwe lindsay lindsey ling linh linn linnea lino
linus lio lionel liping lisa lisakhanya lisandro lisanne lisbet lisbeth lise liselot liselott liselotte liubov liv
livia livio liviu liz lizzie ljiljana ljubica ljubomir lloyd lobke loes logan loic lois lola lonneke lonnie lore
loredana lorella lorena lorenz lorenza lorenzo loretta lori lorna lorraine lothar lotta lotte lottie lou louane louis
louisa louise louison louna lourdes lourenco lovelie lovely lovisa lovro lowell luan luana lubanzi lubomir lubos luc
luca lucas lucette lucia luciana luciano lucie lucien lucija lucile lucille lucinda lucjan lucrezia lucy lucyna ludger
ludivine ludmila ludovic ludovica ludvig ludwig ludwik luigi luigia luigina luis luisa luise luiz luiza luka lukas
lukasz luke lukne lulwa luminita luna lusine lutz luz lwandle lydia lyn lyna lynda lyndsey lynn lynne lyubov lyudmila
maaike maarit maarten mabel macarena machteld maciej mackenzie madalina maddalena maddi maddie madeleine madeline
madelyn madhav madhavi madhu madina madison mads mae mael maelle maelys maeva magali magda magdalena magdaleno
magdolna maggie magnus maha mahamadou mahammad mahdi mahesh mahmoud mahmut maia maiara maija maik maike maisie maite
maja majid makar makayla makiko makoto maksim maksym maksymilian malachi malak malcolm malek malen malgorzata maligiaq
malik malin malini malo malte malthe malu malwina malwine mamadou mami manabu manaia manal mandla mandy maneh manfred
manish manisha manja manoj manon mansour manua manuel manuela mara marama marc marcel marcela marcelina marcelino
marcell marcella marcelle marcello marcelo marcia marcin marcio marco marcos marcus marek mareva marga margaret
margareta margarete margarethe margarida margarita margaux margherita margit margitta margot margret margrethe
margriet marguerite mari maria mariah mariam mariami marian mariana mariangela marianna marianne mariano maribel
maricarmen maricela marie marieke mariella marielle marija marijana marijke marijn marika mariko marilena marilyn
marin marina marine marinela mario mariola marion marios marisa marisela marisol marissa maristela marit marita
maritza marius mariusz mariya marja marjan marjatta marjo marjolein marjorie mark markas markel marketa marketta
markku marko marks markus marla marleen marlene marlies marloes marlon marsha marshall marta martha marthe marti
martijn martim martin martina martine marton martti martyna marvin marwa marwan mary marya maryam maryja marylene
maryna maryse masa masahiro masaki masako masao masaru mason massimiliano massimo matas mate matei matej mateo mateus
mateusz matheo matheus mathew mathias mathieu mathijs mathilda mathilde mathis mathurin matias matija matilda matilde
mats matt matteo matthew matthias matthieu matthijs matthildur matti mattia mattias mattis matvey matyas maud maui
maura maureen mauri maurice mauricio maurits maurizio mauro maurycy max maxence maxim maxime maximilian maximiliano
maximilien maximina maximo maxine maya mayank maysa maysoun mayumi mbali mechthild meena meera mees megan meghan
megumi mehar mehdi mehmet mehtap mei meike meiling meindert meinhard meinolf melania melanie melchiorre melchor melek
melih melike melina melinda melis melisa melissa melle melodie melody melokuhle meltem melvin menno meral merce
mercedes meredith merel merete meriem merih merijn merjem merle mersana mert merve meryem mesut metin metta mette mia
micaela micah michael michaela michail michal michalina michalis micheal michel michela michelangelo michele micheline
michelle michiko mick mickey midori mieczyslaw mieke miguel miguela mihaela mihai mihail mihaly miho mika mikael
mikaela mikaere mikayel mike mikel mikhail miki mikkel mikko miklos mikolaj mila milada milagros milagrosa milan
milana mildred milena miles milica milivoj miljana milka millie milos miloslav milosz milou milton mina minato mindy
ming mingze minh minik minji minjun minna minoru minseo mio mira mirac miranda mircea mireia mireille mirela mirella
miriam mirja mirjam mirjana mirko mirlande miro miroslav miroslava miroslaw miroslawa misaki misha mitch mitchell
mitsuru miyuki mladen moacir moana modibo moea moeata mogens mohamed mohammad mohammed mohan mohit moira moises molly
momoko mona monica monika monique monte montse montserrat morena morgan morgane moritz morten moses mounir mourad
moussa mpho mthunzi mucahit muchen muge muhamad muhammad muhammed muhannad mukesh munevver murad murat muriel murilo
musa muslum mustafa muyang muzaffer muzeyyen mwangi mykhailo mykhaylo mykola myra myriam myrlande myroslava myrtle
nabil nadeem nadege nadezhda nadia nadine nadir nadiya nadja nagi nagisa nahia naim naima nair najib najwa nalan
naledi nanami nancy nandi nandini nandor nanna naoki naoko naomi naoto naranbaatar nare narek narendra naresh narine
nasir nasser nastasia natacha natale natalia natalie natalija nataliya natalya natascha natasha natasza nate nathalia
nathalie nathan nathaniel natsuki naud naura naveen nawal naya nayeli nazan nazanin nazar nazaret nazir nazli
nazzareno neal nebojsa necati necla ned neelam neele neeraj neha nehir neil nektarios nela nele nelio nelleke nelly
nelson nenad nermin nese neslihan nesreen nestor nettie neusa neven nevena nevin neza ngoc ngozi nguyen nhung niall
niamh nicanor nicholas nichole nick nicla niclas nico nicola nicolae nicolai nicolas nicole nicoleta nicoletta
nicolien nicolo nidhi niek niel niels nienke nieves nigel nihal niharika nihat niina nika nikau nikhil nikita nikki
niklas niko nikodem nikol nikola nikolai nikolaj nikolaos nikolas nikolaus nikolay nikoleta nikolett nikoloz nikos
nilay nilesh nilgun nils nilufer nina nino nirmala nisha nitin nives nivi niviaq njeri nkechi nkosana nneka noa noah
noam noboru nobuo noe noel noelia noelle noemi noemie nolan nolwenn nomaan nomsa nomvula noor nora norah norbert
norberto noreen noriko norma norman norsaq notburga nouf nour novak ntombi nuka nuno nunzia nunzio nura nuray nurcan
nurdan nurhan nuri nuria nurislam nuriye nurul nutsa oana obdulia obi obinna obrad oceane octavia octavian octavio
oddvar odette odile odo odval ofentse ognjen oguz oguzhan oihan oisha oisin okan okechukwu oksana oktawia oktay olaf
olav olavi olcay oldrich ole oleg olegario oleh oleksandr oleksandra oleksiy olena olesya olexandr olga olha olimpia
olive oliver olivera olivia olivier oliwia oliwier olle olli ollie olof olu olufemi oluwaseun omar omer omotola
omphile omran omur onder ondrej onni onno onofre onur onyeka oona ophelie orcun orest oreste orhan oriana oriane orla
orlando ornella orsola orsolya ortrud ortwin osama osamu oscar oskar osman osmo ostap osten osvaldo oswald oswin
otakar otavio otfried otis otmar ottavia ottavio ottilie ottmar otto ottokar oumar oumou ousmane outi ove ovidiu owen
oystein oyunbileg oyvind ozge ozgur ozkan ozlem paavo pablo paco paddy padma paige paivi palesa pallavi palmiro paloma
pamela panagiota panagiotis paneeraq paninnguaq pankaj paola paolo paraskevi pari parth parul pascal pascale pascual
pasquale pat patrice patricia patricija patricio patrick patrik patrizia patrizio patrycja patryk patsy patti pau paul
paula paulette pauli paulina pauline paulo pavel pavla pavlina pavlo pavlos pawel paz pearl pedro peggy pekka pelagia
pelin pembe penelope peng penny pepe percy perihan pernilla pernille perrine pertti petar pete peter peterson petr
petra petri petro petronela petronella petros petru petter petteri phil philemon philine philip philipp philippa
philippe philippine phillip phoebe phuong phyllis pia pien pier piera pierangelo piergiorgio pierina pierluigi piero
pierpaolo pierre pierrick piers piet pieter pieternel pietra pietro piia pilar pim pina pinar piotr pipaluk pirjo
pirkko piroska poema pola polina pompeo pooja poppy poul prabhu prachi pradeep prakash pranav prasad prasert prashant
pratik praveen preben predrag preeti prem preston primitivo priscilla priya priyanka prudencio przemyslaw puja pushpa
puteri pyotr qasim qiang qillaq qing quan quang quentin quincy quinn quinten quique quirin quirino quoc quynh rabia
rabina rachael rachel rachid rachna radek radha radim radka radmila radomir radoslaw radovan radu radulf raed rafael
rafaela rafal raffaele raffaella raffaello raghav raghu ragnar ragnhild rahul raija raik raimo raimund raimunda
raimundo rainer raisa raissa raj rajan rajesh rajiv rajko rakesh ralf ralfs ralph raluca ramazan ramesh rami ramiro
ramon ramona ramya rana randall randy rania ranjit raoul raphael raphaela raquel rasha rashad rashid rashmi rasmus
ratan ratko raul rauno ravi ravindra ray raya rayana raymond raymonde raymundo razvan rebeca rebecca rebekah recep
reem reema refael refik regina reginald regine regis rei reidar reijo reiko reimund reina reinaldo reiner reinhard
reinhart reinhild reinhold reinier reino reinout reka rekha relja remco remi remigiusz remo remy remzi renan renata
renate renato renaud rene renee renske renu renza renzo resat reshma rethabile reuben rex reyes reyna reza rhonda rhys
riad rian ricarda ricardo riccardo rich richard rick ricky ridvan rieke rigoberto riikka riitta rik rika rikard rikke
riko riku riley rima rina rinaldo rinus rita ritu ritva riza roan roar rob robbert robbie robert roberta roberto
roberts robin robyn rocco rocio rod roderich roderick rodica rodney rodolfo rodolphe rodrigo roel roelof rogelio roger
rogerio roghayyeh rohan rohini rohit roko roksana roksolana rola roland rolando rolf roma romain roman romana romane
romano romeo romina romolo romuald romy ron ronald ronaldo ronan rong ronja ronnie ronny roque rory rosa rosalba
rosalia rosalie rosalind rosalyn rosangela rosanna rosaria rosario rosaura rose roseanne rosel roseline rosemarie
rosemary rosendo roshni rosie rosina rosmery ross rossana rossella rostislav roswitha rowan roxana roxane roxanne roy
roza rozalia ruba ruben ruby rudi rudiger rudolf rudolph rufino rufus ruggero ruhi rukiye runar rune ruoxi rupert
ruprecht ruslan russ russell rutger ruth ruud ruxandra ruzena ryan ryo ryota ryszard ryszarda saar saara sabatino
sabelo sabina sabine sabri sabrina saburo sachiko sachin sadie sadik saeed safija safiya safiye saga sahar sahin
sakari sakeena saki sakineh sakura salah saleh salih saliha salik salim sally salma salome saloni salvador salvadora
salvatore sam sama samanta samantha samar samara sameer sami samia samir samira sammy samson samuel samuele samvel
samyar sanaa sanda sandeep sander sandhya sandor sandra sandrine sandro sandy sang sangeeta saniye sanja sanjana
sanjay sanna sanne sante santiago santina santos santosh saoirse saqib sara sarah sari sarika sarita sarka sasa sascha
sasha saskia satish satomi satoshi satu saturnino saul saurabh sava savannah saverio savita savva sawsan sayaka
scarlett scott sean sebastiaan sebastian sebastiao sebastien sebnem secil seda sedat seema sefa segolene seija sekou
selahattin selami selcuk selena selene selim selin selina selma sema semih semra semyon senem senka senol seo seojun
sepp seppo serafina serap seray sercan serdar serena serge sergei sergey sergio serhat serhii serhiy serife serkan
serpil servando sesili seth settimio seun seung seungmin sevda severin severine severino sevgi sevil sevilay sevim
sevinc sevinj seyfi sezen sezgin shadi shahd shahem shahid shaikha shaimaa shalini shams shan shane shankar shannon
shanti sharad shari sharon shashi shaun shauna shaw shawn shawna shayma sheikh sheila shelby sheldon shelley sherif
sherifa sherri sherry sheryl shigeru shilpa shinji shira shirley shiro shivani shivansh shobha shohei shota shreya
shristi shruti shu shun shweta sian sibel sibusiso sibylla sibylle siddharth siddhartha sidney sidonie siebe siegbert
siegfried sieglinde siegmar siegmund siem sien sienna sietske sigbjorn sigmund signe sigrid sigrun sigurd sigve siham
silas silja silje silke silvain silvana silvano silverio silvester silvestre silvestro silvia silvio silviu simge
simon simona simone sina sinan sinead sinem sinikka sinisa siobhan sipho siphosethu siri sirpa sita siti siyabonga
sjaak sjoerd sladana slaven slavica slavko slavomir slawomir slobodan smita sneha snezana sobia sofi sofia sofie
sofiia sofija sofiya sofya solange solbritt soledad solene solenne soley solfrid solja solomiya solomon solveig solvi
soma somayyeh somboon somchai somporn somsak sona sonal sondra soner sonia sonja soo sophia sophie sora soraya soren
sorin sorina sotiris souleymane spencer spyros srdan sridhar srinivas stacey stacy staffan stan stanislas stanislav
stanislaw stanislawa stanko stanley stavros stavroula steef stef stefan stefania stefanie stefano stefany steffen
steffi stein steinar stelios stella stellan sten stepan stepanka stephan stephane stephanie stephen stevan steve
steven stevenson stewart stian stig stijn stina stine stipe stjepan stu stuart sture suad suat subhash sude sudha
sudhir sue suellen suely suha suheyla sujata sukran sukru sule suleiman suleyman suman sumayah sumit sumitra sumru
sung sungmin sunil sunita suraj surendra suresh susan susana susann susanna susanne sushma susi susie susumu suus suvi
suzan suzana suzanne suze suzette svante svantje svein sven svend svenja sverre svetlana svitlana swati sybille sybren
sydney syed sylke sylvain sylvester sylvette sylvia sylviane sylvie sylwester sylwia synnove szabolcs szczepan szilvia
szymon tabitha taco tadashi tadeas tadeusz tadhg tae taha tahir tahsin taichi taim taina tais taisiya taisto takahiro
takako takao takashi takeshi takuya talal talat talia tamar tamara tamas tamatoa tamer tamiko tammy taner tanguy tania
tanja tanvi tanya tapani tapio tapuarii tara tarana taras tarek tareq tarik tariq tarita tarja tarkan taro tarun tasha
tatiana tatiane tatjana tatsuki tatsuya tayfun taylan taylor ted teddy teemu tehei teija teiki teiva tejas tekin
telemaco temitope tendai teo teodor teodora teodoro teofilo teppo teresa teresina teresita tereza terhi terje terrance
terrence terry terttu tess tessa tetiana tetsuya teun teunis teura teva thabo thaddeus thais thales thanasis thandi
thandiwe thanh thaniel thao thea thelma themba theo theodor theodora theodore theodoros theofanis theophile theresa
therese theresia thiago thibaud thibault thibaut thierry thijs thilo thirza thom thomas thor thora thorbjorn thorkild
thorsten thorvald thu thuy tiago tiare tiberiu tibor tien tiffani tiffany tigran tihomir tiina tijmen tijn tillmann
tilly tilman tilo tim timea timm timo timofey timoteo timothee timothy timucin timur tina tinashe tineke ting tino
tiril titaina titaua titia titus tiziana tiziano tjeerd tobiah tobias tobiasz tobin toby todd toivo tola tolga tolu
tom tomas tomasz tomi tomislav tommaso tommi tommy tomohiro tomoko tomomi tomyris toni tonino tony tonya torben
torbjorn tord tore torgeir toril torill torkel torleif torsten toru torunn toshio tove tracey tracy traian trang
traudel traugott traute travis trent trevor tricia trijntje trina trine trinh trinidad trisha tristan troels trond
trondur troy trude trudy trung truus trygve tsubasa tuan tuba tudor tugba tugce tuija tuire tulay tuleen tulin tullio
tunar tuncay tunde tuomas turan turgay turgut turid turkan turki tuula tuyet twan tyge tyler tymon tymoteusz tyra
tyrone tytus ubaldo uche uday udo ugo ugochukwu ugur uiloq ulf uli uliana ulises ulla ulloriaq ulrich ulrik ulrika
ulrike ulyana uma umar umberto umit ummu umut undine unni urbain urho uros urpo ursel ursula urszula uschi usha usman
uta ute uwe uzoma vaclav vadim vaea vaggelis vaino valdemar valentin valentina valentine valentino valeria valerie
valerio valeriy valery valter vamika vance vanda vandana vanessa vania vanja vappu varpu varun varvara vasant vasco
vasile vasileios vasilije vasiliki vasilisa vasily vassilis vasyl vaughn vedant vedran veera vegard veikko veit veli
velimir velma vendula venla ventura vera verena vernon veronica veronika veronique vesa vesna vibeke vicenta vicente
vicki vickie vicky victoire victor victoria victorine vidar vidya viet vigdis viggo vijay vikas vikram viktor viktoria
viktorie viktoriia viktoriya vilem vilhelm vilho ville vilma vilmos vimal vinay vincent vincente vincenza vincenzo
vineet vinh vinicius vinod vinzenz viola violaine violet violeta viorel viorica vipul virag viraj virgil virgilio
virginia virginie virpi vishal visnja vit vita vitaliy vitaly vitezslav vito vitor vitoria vittoria vittorio vivek
viveka vivi vivian viviana viviane vivien vivienne vjekoslav vlad vlada vladan vladimir vladimira vladislav vladlena
vladyslav vlasta vlastimil vojislav vojtech volkan volker volkmar volodymyr vroni vsevolod vugar vuk vusal vusala
vyacheslav waclaw wael wafa wagner walburga waldemar waldtraut waleed walid wallace wally walter walther waltraud
wanda wanderley wang wanjiru warren washington wassim wateen wayne wei weiwei wellington wenche wendelien wendelin
wendell wendy wenke wenzel werner weronika wesley wessel wibke widelene wiebe wiebke wieke wieland wies wieslaw
wieslawa wigand wijnand wiktor wiktoria wil wilbur wilfred wilfredo wilfried wilfriede wilhelm wilhelmina wilko will
willem willemijn willi william willibald willie willis willow willy wilma wilson wim wincenty winfried winifred
winrich winston wisam witold wladyslaw wladyslawa wlodzimierz wojciech wolfgang wolfram wouter wulf wyatt xander xaver
xavi xavier xenia xia xiang xiao xiaoling xiaoming ximena xin xinyi xiomara xiu xuan xue yadira yago yahya yakov
yalcin yamato yamila yana yanis yann yannick yannis yanyan yara yaroslav yaryna yasar yasemin yash yasin yasir yasmin
yasmina yasmine yasna yassin yasuhiro yasuko yasuo yavuz yegor yehuda yekaterina yelena yeliz yelizaveta yeon yesenia
yesim yeva yevgeny yevhen yiannis yichen yigit yihan yimo ying yinuo yiorgos yize yngve yoana yogesh yoichi yoko
yolanda yolande yong yoshi yosuke younes young youngmin yousef yousouf youssef yrjo yrsa ysabel yuan yui yuina yuka
yuki yukiko yukio yulia yuma yumi yuna yunus yuri yuriy yusef yusif yusra yusuf yusuke yuta yutaka yuto yutong yuval
yuxi yuxuan yuze yvan yves yvette yvon yvonne zacarias zachariah zacharias zacharie zachary zack zahid zahir zahra
zaid zain zainab zaira zaki zala zalan zan zane zanele zaneta zara zbigniew zbynek zdenek zdenka zdravko zdzislaw
zehra zeinab zekeriya zeki zelia zelie zeliha zeljka zeljko zelmira zenon zeynab zeynep zhanna zhen zheng ziad zihan
zina zinaida zion zita zixuan zlata zlatan zlatko zodwa zoe zofia zola zoltan zora zoraida zoran zorica zoryana zoya
zsofia zsolt zsuzsanna zubeyde zuhal zumra zuzana zuzanna zvonimir zygmunt
""")
ALSO_WORDS = words("""
alba alma aman amber angel april aria ariadne asha asia atlas august aurora austin ava axel bharat bill blanca
bora brady brice brooke cairo carol carolina carter cassandra charlotte chelsea christian claude clement cliff crystal
daisy dale damon dante dawn dean desire devon dolores domingo don drew dylan earl eden ender engin estella eve faith
felicity ferry fidel flora forrest frank gene georgia german gilda glen grace grant guy harper hazel heather holly
hudson hunter iman ira iris isis israel italo ivy jack jackson jade jan jasmine jasper jay jean jordan joyce june kai
kay kent kim kitty lance lata leigh lexi lily logan lola lourdes luna madison mae mark marks marshall mason max maxim
maya melody mercedes mila milan miles mina mitch monte morena noel noor norma octavia olive orla orlando otto paige
paloma pat paz pearl penny petro pia pilar poppy prem quinn ray regina reina rex reyes rich rob robin rod roma roman
romeo rose rosemary ross rowan ruby rufus rune salvador samson santiago santos savannah scarlett selene shanti shaw
sienna soledad sora stan stella sue sydney taylor ted trent trinidad tyler uday valentine vance victor victoria viola
violet virginia wally washington wellington will willow winston young zion zola
""")
"""Given names that begin other titles as well: `Max Size`, `Grace Period`, `Austin Office`."""
