"""Nouns for the parts that people and companies play in records, in a dozen languages, without accents.

They promise less than the phrases of `phrases.py`: a value has to be written like a name as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from ..words import words

Part = Literal["", "person", "doubtful", "program", "company"]

_ENGLISH = words("""
    accompanist accountant accountholder accountowner accused acquaintance activist actress addressee adjudicator
    adjuster advisee adviser advisor advocate aid_worker aide allottee alumna alumni alumnus anaesthetist analyst
    anesthetist announcer annuitant appellant appellee appointee appraiser apprentice arbiter arbitrator architect
    artist assessor assigned_engineer assigned_technician assistant associate athlete attacker attendant attn
    attorney attorney_of_record auctioneer auditor aunt authorized_representative babysitter badgeholder bailee
    bailor banker barber barista barrister bartender bassist batsman beekeeper bellhop bellman benefactor
    beneficiary bidder billing_provider biographer biologist birth_father birth_mother bishop blogger boarder
    bondholder booker booking_agent bookkeeper boss botanist boyfriend breeder bride bridegroom bridesmaid brother
    buddy builder businessman businesswoman butcher butler buyer_agent caddie callee caller cameraman campaigner
    cantor captain cardiologist cardmember care_provider caregiver carer caretaker carpenter cartoonist
    case_worker caseowner caseworker cashier cataloguer caterer celebrant chairman chairperson chairwoman
    chancellor chaperone chaplain chauffeur chef chemist child children chiropractor choreographer cinematographer
    citizen clergyman clerk clinician coachee coapplicant coauthor cobbler coborrower codebtor codefendant
    codirector coinsured colleague collector columnist comaker comedian commander commentator commenter
    commissioner companion complainant composer comptroller concierge conductor congressman conservatee
    conservator constable constituent consul consultant consumer contestant convener coordinator coowner copilot
    copyrightholder copywriter coroner correspondent cosignatory cosigner counsel counsel_of_record counselee
    counsellor counselor counterpart courier cousin coworker craftsman creditor crew_chief crewman crewmember
    critic curator cust customer_representative cyclist dancer dataowner datasteward daughter dealer dean debtor
    deceased decedent defendant defender delegate deliverer demonstrator dentist dependant dependent deponent
    deputy dermatologist designated_representative designee designer detainee detective diarist dietician
    dietitian diplomat director disciple dispatcher diver doctor donee donor downloader draftsman dramatist driver
    drummer economist electrician emcee emp employee endorser engineer enquirer enrollee entertainer entrant
    entrepreneur escort estate_agent estimator examinee examiner executive executor executrix exhibitor eyewitness
    facilitator farmer father fiance fiancee field_tech filmmaker financier finder fire_chief firefighter
    firstborn fisherman florist follower foreman forwardee foster_parent fosterer founder freeholder freelancer
    friend fundraiser gardener gatekeeper geologist girlfriend giver godchild godfather godmother golfer governess
    governor graduate grandchild granddaughter grandfather grandmother grandparent grandson grantee grantees
    grantor groom groomsman groundsman guarantor guardian guest guitarist gynecologist hairdresser handyman
    headmaster headmistress headteacher healer health_worker heir heiress helper hematologist hiker hirer
    historian homemaker homeowner householder householders housekeeper housemaid husband hygienist illustrator
    immigrant infant informant inhabitant inheritor initiator injured inmate innkeeper inquirer insider inspector
    installer instructor insurance_agent insured intern internist interpreter interviewee interviewees interviewer
    inventor investigator investor invigilator invitee inviter janitor jeweler jobseeker jockey jogger joiner
    journalist judge juror keyholder kin lab_tech laborer labourer landlady landlord landowner laureate lawmaker
    lawyer layperson lead_engineer leaseholder leasing_agent leaver lecturer legal_representative legatee
    legislator lender lessee lessor liaison librarian lieutenant lifeguard lineman linguist listener listing_agent
    litigant locksmith locum lodger logistician lover lyricist machinist maid manager manicurist masseur masseuse
    mayor mbr mechanic mediator medic mentee mentor merchandiser messenger mgr microbiologist midwife minister
    missionary moderator mom mortgagee mortgagor mother motorist mourner mum musician nanny narrator naturalist
    negotiator neighbor neighbour nephew neurologist newcomer newhire niece nominator nominee nonresident notary
    notary_public noteholder novelist nun nurse nutritionist obligant obligee obligor obstetrician occupant
    occupier offender officeholder officer officiant oncologist operatives ophthalmologist optician optionholder
    optometrist ordering_provider orderly organiser organist organizer orphan orthodontist outpatient overseer
    owner paediatrician painter panelist panellist paralegal paramedic parent parishioner parolee passenger
    passholder pastor pathologist patient patron payor pcp pedestrian pediatrician pensioner performer perpetrator
    personnel petitioner pharmacist phlebotomist photographer physician physicist physio physiotherapist pianist
    pilgrim pilot plaintiff planner player playwright plumber poc podiatrist poet policeman policewoman
    policyholder politician porter postman practitioner preacher preceptor predecessor prefect preparer prescriber
    presenter president presider priest primary_care_provider principal prisoner proctor producer professor
    programmer promoter prosecutor psychiatrist psychologist psychotherapist pt publicist pupil purchaser purser
    rabbi radiographer radiologist rancher ranger ratepayer realtor receiver receptionist recipient recruiter
    rector referee referral referrer referring_provider refugee registrant registrar remainderman remitter
    rendering_provider renter repairman reportee reporter representative requester requestor requisitioner rescuer
    resident respondant respondent retiree reviewee reviewer rider roadie roommate sailor sales_agent
    sales_representative salesman salesperson salesrep saleswoman scheduler scholar scientist scorer scout
    screenwriter scribe sculptor seaman seamstress seatholder secretary seller seller_agent selling_agent senator
    sergeant servant service_tech settlor shareholder sheriff shooter shopkeeper shopper sibling signalman
    signatory signee signer singer sister sitter skater skipper social_worker sociologist soldier solicitor
    soloist son songwriter spectator spokesman spokesperson spokeswoman sponsee spouse stagehand stakeholder
    stallholder statistician step_parent stepbrother stepfather stepmother stepsister steward stewardess
    stockholder strategist student stuntman stylist sublessee subletter submitter subordinate subtenant successor
    superintendent supervisee supervising_provider supervisor support_engineer support_worker supv surety surgeon
    surveyor survivor suspect swimmer tailor taskowner taxpayer teacher teammate technician technologist teenager
    teller tenant testator testatrix therapist ticketholder tipster titleholder tourist trader trainee trainer
    transfer_agent transferee transferor translator travel_agent traveler traveller treasurer trucker trustee
    trustor tutee tutor typist ultimate_beneficiary umpire uncle undersigned understudy underwriter uploader usher
    valet vet veteran veterinarian victim violinist visitor vlogger vocalist volunteer voter waiter waitress
    who whom contributor csm ubo kid kin exec
    walker_name warden warrantor welder whistleblower widow widower wife winner witness workman writer
""")
_DOUBTFUL = words("""
    incoming outgoing
    actor admin administrator analyst architect artist assignee assistant associate attacker broker buyer ceo cfo
    chief child children cio ciso client cmo collaborator collector committer composer conductor contact coo
    coordinator counterpart crewmember cto custodian customer dealer delegate designer dispatcher driver editor
    engineer evp executive executor finder follower guard guest holder interpreter judge lead leader maintainer
    manager member operator organiser organizer owner parent partner performer planner player porter predecessor
    principal ranger referral rep representative scout seller sender sibling son speaker staff subscriber
    successor supplier svp tester trader user vendor viewer vp watcher writer
""")
"""Those that name things as well: there the first word has to be a given name, unless `name` stands behind them."""
_PROGRAMS = words("""
    agent builder carrier consumer controller dev developer editorial forwarder guide host hr listener master md
    monitor navigator observer producer provider publisher qa reader runner scheduler worker
""")
"""Those that are mostly programs, or companies."""
_GERMAN = words("""
    absender aktionar anfragende anfragender angehorige angehoriger angestellte angestellter anrufer ansprechpartner
    anspruchsteller schriftfuhrer protokollfuhrer versammlungsleiter
    antragsteller anwalt anwaltin anwender apotheker arbeiter arbeitnehmer architekt arzt arztin auftraggeber
    auftragnehmer ausbilder auszubildende auszubildender autor azubi bauherr bauleiter bearbeiter begleitperson
    beifahrer beklagte beklagter benutzer berater besitzer besteller besucher betreuer bevollmachtigte
    bevollmachtigter bewerber bewohner bezugsperson bruder burge chef chefin darlehensnehmer disponent dolmetscher
    dozent ehefrau ehegatte ehegattin ehemann ehepartner eigentumer einkaufer eltern elternteil empfanger erbe
    erblasser ersteller erziehungsberechtigte erziehungsberechtigter fahrer fahrgast fahrzeughalter finder frau
    freund gast genehmiger geschadigte geschadigter geschaftsfuhrer gesellschafter glaubiger gutachter halter
    handwerker klempner elektriker schlosser installateur schornsteinfeger
    hausarzt hausarztin hausmeister hebamme herr ingenieur inhaber kandidat kapitan karteninhaber
    kassierer kaufer kellner klager koch kollege kollegin kontaktperson kontoinhaber krankenschwester kreditnehmer
    kunde leasingnehmer lebenspartner lehrer leiter lenker lizenznehmer makler melder mieter mitarbeiter mitglied
    moderator monteur mutter nachbar notar notfallkontakt nutzer passagier pate patient patin person pflegekraft
    pfleger praktikant projektleiter prokurist prufer rechnungsempfanger rechtsanwalt rechtsanwaltin redakteur
    referent reisende reisender richter sachbearbeiter sachverstandige sachverstandiger schiedsrichter schuldner
    schuler schwester sohn sorgeberechtigte spender spieler sponsor sprecher steuerberater student studierende
    teamleiter techniker teilnehmer therapeut tochter trainer ubersetzer unfallgegner untermieter unterschrift
    unterzeichner vater verantwortlich verantwortliche verantwortlicher verfasser verkaufer verlierer vermieter
    versicherte versicherter versicherungsnehmer vertreter verwandte vorgesetzte vorgesetzter vormund vorstand
    wirtschaftsprufer zahler zahnarzt zeuge zeugin zuschauer zustandig zustandige zustandiger
""")
_COMPOUND_ENDS = tuple(
    words("""
        leiter leiterin partner partnerin nehmer nehmerin inhaber inhaberin fahrer fahrerin fuhrer fuhrerin
        arbeiter arbeiterin berater beraterin vertreter vertreterin betreuer betreuerin kunde kundin empfanger
        empfangerin besitzer mieter eigentumer verantwortlicher verantwortliche beauftragter beauftragte lehrer
        lehrerin steller stellerin sprecher prufer pruferin berechtigter berechtigte nemer houder medewerker
        persoon eigenaar verantwoordelijke begeleider ledare agare ansvarig innehavare tagare leder ansvarlig
        indehaver henkilo person
    """)
)
"""How words for people end that are put together, as in German: `Projektleiterin`, `Policeninhaber`."""
_FRENCH = words("""
    abonne acheteur acheteuse acquereur actionnaire adherent agent_immobilier ami animateur animatrice appelant
    apprenti approbateur artisan associe assure auteur avocat bailleresse bailleur beneficiaire benevole candidat
    chauffeur chef chirurgien client collaborateur collaboratrice collegue commercial comptable conducteur
    conductrice conjoint conseiller conseillere contact correspondant coursier creancier createur creatrice debiteur
    demandeur demandeuse dentiste destinataire directeur directrice dirigeant docteur donateur donatrice donneur
    eleve employe emprunteur emprunteuse encadrant enfant enseignant entraineur epouse epoux etudiant expediteur
    expeditrice femme fille fils formateur formatrice frere gerant gestionnaire heritier heritiere hote infirmier
    infirmiere interlocuteur interlocutrice intervenant invite joueur juge kinesitherapeute legataire livreur
    livreuse locataire mandataire mari medecin membre mere notaire occupant organisateur organisatrice ouvrier
    plombier electricien serrurier menuisier chauffagiste jardinier gardien
    operateur operatrice secretaire tresorier tresoriere
    parent participant passager patient pere personne pharmacien plaignant president prevenu professeur proprietaire
    recruteur redacteur redactrice referent representant resident responsable salarie signataire soeur souscripteur
    souscriptrice stagiaire superviseur technicien technicienne temoin titulaire tuteur tutrice usager utilisateur
    utilisatrice valideur vendeur vendeuse victime visiteur voisin voyageur voyageuse
""")
_ROMANCE = words("""
    abbonato abogado accionista accompagnatore acionista acompanante acompanhante acquirente acreedor advogado
    afiliado allenatore alumno alunno aluno amico amigo amministratore apoderado approvatore aprobador aprovador
    arrendador arrendatario asegurado asesor asistente aspirante assessor assicurato assinante autista autor autore
    autrice avalista avvocato azionista beneficiario candidato cedente chefe chirurgo chofer cidadao cirujano
    cirurgiao cittadino ciudadano cliente colaborador colega collaboratore collaboratrice collega comercial
    commercialista companero companheiro comprador conducente conductor condutor conduttore coniuge conjuge
    consulente consultor contador contraente contribuente contribuinte contribuyente convenuto convidado convivente
    conyuge coordenador coordinador coordinatore corriere creador creatore creditore credor criador debitore
    delegato demandado demandante dentista denunciante destinatario deudor devedor dipendente director diretor
    direttore direttrice doador docente doctor donante donatore donatrice dottore dottoressa doutor dueno empleado
    empregado encargado enfermeiro enfermero entregador entrenador erede esposo estudante estudiante familiar
    farmaceutico farmacista favorecido fiador figlia figlio filho firmante firmatario fratello funcionario genitore
    gerente gestor gestore giocatore giudice herdeiro heredero hermano hijo hospede huesped impiegato infermiera
    infermiere inquilino insegnante interlocutor interlocutore intestatario invitado invitato irmao iscritto jefe
    jogador juez jugador juiz lavoratore lavoratrice locador locatario locatore madre mae maestro marido marito
    medico membro mensajero miembro mittente moglie morador motorista nominativo notaio notario obrero occupante
    ocupante operaio operario organizador organizzatore ospite paciente padre pagador pai pareja parente
    partecipante participante pasajero passageiro passeggero paziente persona pessoa postulante presidente
    procurador profesor professor professore professoressa propietario proprietario rappresentante recebedor
    reclutador recrutador redactor redator redattore referente remetente remitente repartidor representante
    requerente residente responsable responsavel richiedente sacado segurado selezionatore signatario socio
    solicitante sorella studente studentessa supervisor supervisore suscriptor tabeliao tecnico testemunha testigo
    testimone titular tomador trabajador trabalhador treinador tutor tutore usuario utente utilizador vecino
    vendedor venditore venditrice viaggiatore viajante viajero vicino victima visitante visitatore vitima vittima
    vizinho volontario voluntario idraulico elettricista fabbro falegname portinaio fontanero electricista cerrajero
    secretario segretario tesorero tesoriere tesoureiro
    carpintero portero canalizador encanador eletricista serralheiro carpinteiro zelador porteiro
""")
_OTHERS = words("""
    declarant declarante dichiarante segnalante signalant meldende zglaszajacy zglaszajaca anmalare anmelder
    ilmoittaja bejelento oznamovatel bildiren dyzurny dyzurna diensthabende diensthabender
    loodgieter elektricien slotenmaker conciërge hydraulik slusarz rormokare elektriker vaktmastare blikkenslager
    aandeelhouder aanspreekpunt aanvrager abone abonent abonnee abonnent aday administrator adviseur advocaat
    advokat adwokat aegtefaelle afsender afzender agare aiti akcionar aktieagare aktionaer alacakli alici angajat
    anhorig anne ansat ansatt ansoger anstalld ansvarig ansvarlig antrenor anvandare anya apa apolo apotekare
    apotheker aptekarz arkadas arts arvinge asiakas asianajaja asigurat auteur autor avocat avsandare avsender
    avukat baba bagisci barn baskan basvuran beboer begeleider begunstigde behandelaar beheerder beller beneficjent
    berlo besogende besokare bestallare bestiller bestuurder bestuurslid beteg bewoner bezoeker bezorger biztositott
    boekhouder boende borclu borgenar bratr broer bror bruger bruker buurman calisan cestujici chauffeur chauffor
    chauffør chef chirias chirurg cimzett clen cocuk collega contactpersoon copil corka cumparator czlonek danisman
    darce darczynca datter davaci davali dcera dedic deelnemer deltagare deltager dentysta destinatar directeur
    direktor dis_hekimi dite dluznik dobrovolnik docent dochter doktor domare dommer donateur doradca dotter drzitel
    dyrektor dziecko ebeveyn echtgenoot echtgenote eczaci egitmen eier eigenaar eiser ejer ektefelle elado elev
    erfgenaam esimies ev_sahibi expeditor felado foraelder foralder forare forelder forer foretradare forfattare
    forfatter formand forsakrad forsikret forsikringstager frivillig fuldmagtshaver gaest gast gebruiker gedaagde
    gemachtigde getuige givare giver gjest godkannare godkender goedkeurder gonderen gonderici gonullu gosc granne
    gyermek hakija hakim hallgato handlaggare handledare hasta hazastars hekim hemsire hesap_sahibi hissedar hoitaja
    host hrac huisarts huoltaja huurder hyresgast hyresvard ilgili_kisi imzalayan indehaver innehaver irtibat isa
    jasen jednatel jelentkezo johtaja kandidaat kandidat kandydat kapcsolattarto karande kardes katilimci kayttaja
    kedvezmenyezett kierowca kierowcy kierownik kiraci kisi kiz kjoper klant klient klienta kober kolega kollega
    komsu konsultant kontakt kontaktni_osoba kontaktperson kontohaver kontoinnehavare kopare koper ksiegowy
    kuljettaja kullanici kund kunde kupujacy kupujici kurier kurye kuryr laakari laege laerer lahettaja lakare lapsi
    larare leder leerling lege lehtar leidinggevende leietaker lejer lekar lekarz lekarza lener leraar lerares
    lokator magdur majitel malik malzonek mamma manzel manzelka martor matka matkustaja maz medarbeider medarbejder
    medarbetare medewerker medic medlem melder mieszkaniec mirasci misafir modtager moeder monteur mottagare
    mottaker mudur muhasebeci munkavallalo musteri muvekkil myyja nabo nadawca nadrizeny najemca najemce
    narmast_anhorig nauczyciel navstevnik notar notaris notariusz noter obet objednatel obyvatel odberatel odbiorca
    odesilatel ofiara ogrenci ogretmen ogul ojciec olusturan ombud omistaja onaylayan ondertekenaar ontvanger
    opdrachtgever opettaja opiekun opiskelija oppilas opravnena_osoba ordforande ortak orvos osoba osoba_kontaktowa
    ostaja otec ouder oyuncu pacient pacjent pappa parinte parorende partner pasager pasazer passager passagerare
    passagier passasjer pelnomocnik personel persoon pielegniarka platnik podpisujacy podrozny pojisteny pojistnik
    poradce posiadacz potilas powod pozwany pracovnik pracownik pracownika praktikant pravnik prawnik predplatitel
    predseda prezes prijemce pritel prodavajici profesor pronajimatel proprietar przedstawiciel przelozony puoliso
    radgivare radgiver rechter recruiter redacteur redaktor reditel reisende reiziger rejsende rekeninghouder
    rekruter rekryterare resenar revisor ridic rodic rodzic saaja saelger sagsbehandler sahip sakin saksbehandler
    saljare sambo samboer sasiad satici schuldeiser schuldenaar schvalovatel sedzia selger sestra sigortali siostra
    sjafor sjef sjukskoterska skapare skolitel slachtoffer sofer sofor sokande soker sollicitant son sorumlu soster
    sot sotie soudce soused spadkobierca spelare speler spiller sprzedajacy sprzedawca stagiair stajyer student
    styreleder surucu svarande svedek swiadek sygeplejerske sykepleier syster szulo talep_eden tanar tandarts
    tandlaege tandlakare tanik tannlege tanu tanulo technik tekniker teknisyen temsilci todistaja traener tranare
    trener tulajdonos tyontekija ubezpieczony ucastnik ucetni uchazec ucitel uczen uczestnik udlejer ugyfel ugyved
    underskriver undertecknare utleier uye uzivatel uzytkownik vader vakuutettu vanhempi vanzator vardnadshavare
    vastuuhenkilo vedouci veileder vejleder vekil veli verantwoordelijke verge verhuurder veritel verkoper
    verpleegkundige vertegenwoordiger verzekerde verzekeringnemer vevo vezeto vidne vitne vittne vlastnik volontar
    voogd voorzitter vriend vrijwilliger vuokralainen werknemer wierzyciel wlasciciel wlasciciela wnioskodawca
    wolontariusz wykladowca wynajmujacy yazar yetkili yhteyshenkilo yolcu yonetici zadatel zak zakaznik zalobce
    zalovany zamestnanec zastupce zatwierdzajacy zawodnik ziyaretci zleceniodawca zmocnenec zona zoon zubar zus
""")
_EASTERN = words("""
    клиент клиентка заказчик покупатель продавец сотрудник сотрудница работник пациент врач доктор водитель пассажир
    владелец собственник арендатор арендодатель ученик студент учитель преподаватель родитель отец мать ребенок сын
    дочь брат сестра муж жена супруг супруга опекун контакт менеджер руководитель директор автор исполнитель
    ответственныи ответственная заявитель адвокат юрист нотариус судья свидетель истец ответчик наследник участник
    гость посетитель жилец сосед коллега начальник куратор наставник тренер игрок пользователь абонент донор волонтер
    страхователь застрахованныи заемщик должник кредитор замовник покупець продавець працівник співробітник пацієнт
    лікар водіи пасажир власник орендар учень вчитель батько мати дитина дружина чоловік керівник відповідальнии
    заявник свідок πελατης υπαλληλος εργαζομενος ασθενης γιατρος οδηγος επιβατης ιδιοκτητης ενοικιαστης μαθητης
    φοιτητης δασκαλος γονεας πατερας μητερα συζυγος υπευθυνος αποστολεας παραληπτης
""")
_COMPANIES = words("""
    aannemer acquiree acquirer ad_agency advertiser affiliate agency airline angajator apotheek apotheke
    appaltatore apteka arbeidsgiver arbeitgeber arbejdsgiver arbetsgivare arztpraxis aseguradora asociacion
    assicurazione associacao associazione assureur auftragsverarbeiter awardee azienda banca banco bank banka
    bankname banque bedrijf bedrijfsnaam behorde beneficiary_bank beszallito betrieb biller bolag brokerage bureau
    business_entity care_facility ceg chamber charity church clinic clinica clinique club colegio college
    compagnia companhia compania companie company conglomerate consignee consignor consortium contractor
    contratista coop cooperative corporation correspondent_bank datore datore_di_lavoro dealership dernek
    dienstleister distribuidor distributeur distributor distributore ditta dodavatel dostawca dostawcy dystrybutor
    ecole eczane empleador employer employeur empregador empreiteiro empresa enseigne enterprise entidad entidade
    entreprenor entreprise escola escuela establishment etablissement fabricant fabricante fabrikant farmacia
    financial_institution firm firma firma_adi firmy fondation fondazione forening foretag fornecedor fornitore
    forsakringsbolag forsikringsselskab forsikringsselskap foundation fournisseur franchisee franchisor
    freight_forwarder fundacao fundacion fundacja furnizor gesellschaft grosshandler hastane health_system
    healthcare_facility hersteller hochschule holding_company hopital hospital institute institution insurer
    integrator invoicee invoicer issuer isveren kanzlei kliniek klinik kontrahent kontrahenta krankenhaus
    krankenkasse kreditinstitut kundenfirma kurum laboratory law_firm legal_entity lekarna leverancier leverandor
    leverantor licensor lieferant lieferantin management_company mandant manufacturer merchant munkaltato mutuelle
    nachunternehmer nemocnice ngo nome_fantasia nonprofit nursing_home okul onderaannemer onderneming
    operating_company organisation organisations organisme organismo organization orgao ospedale parish
    partnerfirma pharmacie pharmacy podnik podwykonawca pojistovna pracodawca pracodawcy praxis prestataire
    producent produttore proveedor przedsiebiorstwo przewoznik przychodnia ragione_sociale raison_sociale
    razao_social razon_social rechnungssteller reinsurer remitting_bank reseller retailer school school_district
    schule scuola seguradora selskab selskap shipper shipyard sigorta_sirketi sirket sjukhus skola skole sociedad
    sociedade societa societe sous_traitant spedition spolecnost spolka sponsor staffing_agency stichting
    stiftelse stiftung stowarzyszenie subappaltatore subcontractor subcontratista subprocessor subsidiary
    subunternehmer supplier sygehus sykehus szkola szpital tedarikci tenderer tillverkare toimittaja
    transportadora transporteur transportista trasportatore tyonantaja ubezpieczyciel uczelnia universidad
    universidade universita universitat universite universiteit university unternehmen uretici vakif vakuutusyhtio
    vendor verband verein vereniging versicherer versicherung vervoerder verzekeraar virksomhed virksomhet vyrobce
    werkgever werkstatt wholesaler wykonawca yritys yuklenici zamestnavatel ziekenhuis zorgverzekeraar
""")


def _feminine(nouns: Iterable[str]) -> Iterator[str]:
    for noun in nouns:
        yield noun
        yield noun + "in" if noun[-1] != "e" else noun[:-1] + "in"


def _bent(nouns: Iterable[str]) -> Iterator[str]:
    for noun in nouns:
        yield noun
        yield noun[:-1] + "a" if noun.endswith("o") else noun + "a"


def _said(nouns: Iterable[str]) -> frozenset[str]:
    return frozenset(noun.replace("_", " ") for noun in nouns)


_PEOPLE = _said(
    (*_ENGLISH, *_feminine(_GERMAN), *_FRENCH, *(noun + "e" for noun in _FRENCH), *_bent(_ROMANCE), *_OTHERS, *_EASTERN)
)
_FIRMS = _said(_COMPANIES)
_SHORTEST_STEM = 3
_SHORTEST_COMPOUND = 9


def is_said_abroad(noun: str) -> bool:
    """Whether it is a person's in another language, and in English no word of this list."""
    return noun in _PEOPLE and noun not in _ENGLISH and noun not in _DOUBTFUL and noun not in _PROGRAMS


def part_of(phrase: str) -> Part:
    """Who plays the part that a key names, by its last words: `primary guardian` is a person's."""
    last = phrase.rpartition(" ")[2]
    for noun in (phrase, *_singular(last)):
        if noun in _PROGRAMS:
            return "program"
        if noun in _DOUBTFUL:
            return "doubtful"
        if noun in _FIRMS:
            return "company"
        if noun in _PEOPLE:
            return "person"
    return "person" if last.endswith(_COMPOUND_ENDS) and len(last) > _SHORTEST_COMPOUND else ""


def _singular(noun: str) -> Iterator[str]:
    """The noun, without a number behind it, and as one where it may be many."""
    noun = noun.rstrip("0123456789")
    yield noun
    for ending, one in (("s", ""), ("es", ""), ("ies", "y"), ("innen", "in"), ("n", ""), ("ns", "")):
        if noun.endswith(ending) and len(noun) - len(ending) > _SHORTEST_STEM:
            yield noun[: len(noun) - len(ending)] + one
