"""What fields are called that hold people and companies: phrases that a key may end with."""

from __future__ import annotations

from ..words import phrases

TITLES: dict[tuple[str, str], tuple[str, ...]] = {
    ("PERSON", "name"): phrases("""
        nom famille, nom de la famille, nome famiglia, nome di famiglia, nome familia, nome de familia, familienaam,
        nombre familia, nombre de familia, apellido familiar, nazwisko rodowe, slaegtsnavn, slektsnavn, familienavn,
        f name, l name, m name, lst name, frst name, card holder nm, given nm, family nm, name first, name last,
        first nm, last nm, name given, name family, account holder nm, contact first name, jmeno prijmeni, patronymic,
        middle initial name, first name, firstname, fname, given name, givenname, given names, last name, lastname,
        lname, surname, surename, family name, familyname, middle name, middlename, mname, maiden name,
        mothers maiden name,
        mother maiden name, full name, fullname, real name, realname, preferred name, nickname, nick name, legal name,
        forename, forenames, second name, birth name, name on card, cardholder name, cardholdername, card holder name,
        card holder, cardholder, account holder, account holder name, vorname, nachname, familienname, prenom,
        nom de famille, nombre completo, apellido, apellidos, primer apellido, segundo apellido, nome completo,
        sobrenome, cognome, achternaam, voornaam, fornavn, efternamn, fornamn, etternavn, efternavn, imie, nazwisko,
        imie i nazwisko, jmeno, prijmeni, jmeno a prijmeni, meno a priezvisko, priezvisko, ad soyad, adi soyadi,
        soyad, soyadi, isim, soyisim, nimi, etunimi, sukunimi, vezeteknev, keresztnev, teljes nev, prenume,
        nume complet, prezime, nombre y apellidos, nombre y apellido, nom et prenom, prenom et nom, nome e cognome,
        cognome e nome, vor und nachname, vor und zuname, voor en achternaam, ονοματεπωνυμο, επωνυμο, полное имя,
        display name last first, first names, last names, person name, people, emergency contact name, next of kin,
        spouse name, father name, mother name, fathers name, mothers name, child name, patient name,
        employee name, customer name, client name, contact name, buyer name, seller name, driver name, author name,
        owner name, manager name, assignee name, recipient name, sender name, student name, teacher name, doctor name,
        physician name, beneficiary name, beneficiary, guest name, passenger name, traveler name, attendee name,
        member name, subscriber name, candidate name, applicant name, agent name, rep name, sales rep, payer name,
        payee name, billing name, shipping name, ship name, bill name, ship to name, bill to name, sn, cust name,
        cust nm, customer nm, emp name, emp nm, 姓名, 氏名, 名前, お名前, 이름, 성명, фио, имя, фамилия, отчество,
        borrower name, insured name, tenant name, claimant, claimant name, policyholder, policy holder, signatory,
        witness, nom complet, nombre cliente, holder, kundenname, ansprechpartner, username full, formal name,
        firstname lastname, name full, committer name, reporter name, creator name, prenom usuel, nom usuel,
        nom d usage, pax name, requester name, approver name, user full name, user display name, responsible person,
        attn, attention to, for the attention of, c o, zu handen, z hd, z hd von, a l attention de, a la atencion de,
        alla cortese attenzione, all attenzione di, aos cuidados de, ter attentie van, do rak wlasnych, t a v,
        nom prenom, prenom nom, nom patronymique, nom de naissance, nom de jeune fille, nom marital, geburtsname,
        rufname, name vorname, vorname nachname, vorname name, nachname vorname, zuname, familiennamen, vornamen,
        apellidos y nombre, apellido y nombre, apellidos nombre, nombre apellidos, nombres, nombres y apellidos,
        primer nombre, segundo nombre, apellido paterno, apellido materno, nombre de pila, cognome nome, nome cognome,
        primeiro nome, ultimo nome, apelido, nome proprio, nome social, nome da mae, nome do pai, nombre del padre,
        roepnaam, voornamen, tussenvoegsel, volledige naam, naam volledig, voorletters, tilltalsnamn, slaktnamn,
        fullstandigt namn, fulde navn, fullt navn, mellomnavn, mellemnavn, for og etternavn, for och efternamn,
        kutsumanimi, nazwisko i imie, imiona, drugie imie, nazwisko rodowe, cele jmeno, krestni jmeno, rodne jmeno,
        former name, former names, previous name, previous names, former surname,
        adi ve soyadi, isim soyisim, ad soyadi, tam ad, teljes neve, anyja neve, szuletesi nev, nume si prenume,
        nume de familie, numele, prenumele, nume prenume, ime i prezime, ime in priimek, priimek, ονομα,
        ονομα επωνυμο, 收货人, 收件人, 联系人, 寄件人, 客户姓名, 员工姓名, 患者姓名, 负责人, 客户名, 用户姓名, 顧客名,
        担当者, 担当者名, 患者名, 社員名, 送付先氏名, 宛名, 会員名, 姓, フリガナ, 고객명, 담당자, 담당자명, 수령인,
        환자명, 직원명, 성함, ф и о, ф и о клиента, контактное лицо, прізвище, піб, ім я, по батькові,
        contact d urgence, contacto de emergencia, contatto di emergenza, contato de emergencia, notfallkontakt,
        お客様, お客さま, ご契約者, 契約者, 申込者, 利用者, 申請者, 会員, ご担当者, 受付者, 乗客, 生徒, 学生,
        고객님, 신청자, 예약자,
        클라이언트, 客人, 乘客, 学员, 申请人, 投保人, 用户名称, 报告人, 報告者, 連絡者,
        açan, talep eden, başvuran, yolcu, müşteri, hasta,
        клієнт, пацієнт, замовник послуги, співробітник, клиент, пациент, сотрудник, заявитель, пассажир, водитель,
        客户名称, 客户, 经办人, 患者, 员工, 顧客, 担当, 고객, 환자, 직원, 담당 직원, 보호자, 담당
    """),
    ("PERSON", "party"): phrases("""
        account title, drawer, transferee, transferor, instructing party, beneficiary customer,
        bill to, ship to, ship from, deliver to, sold to, consignee, invoice to, remit to, pay to, billed to,
        shipped to, sold by, counterparty, counter party, counterparty name, payee, payer, payor, creditor, debtor,
        creditor name, debtor name, cdtr, dbtr, ultmt dbtr, ultmt cdtr, remitter, originator, drawee,
        ordering party, ordering customer, auftraggeber, empfanger, empfaenger, zahlungsempfanger,
        zahlungspflichtiger, zahlungsbeteiligter, begunstigter, beguenstigter, beguenstigter zahlungspflichtiger,
        begunstigter zahlungspflichtiger, kontoinhaber, rechnungsempfanger, rechnung an, lieferung an, glaubiger,
        schuldner, titulaire, titulaire du compte, beneficiaire, donneur d ordre, facture a, livre a, debiteur,
        creancier, contrepartie, titular, titular de la cuenta, beneficiario, ordenante, facturar a, enviar a,
        contraparte, deudor, acreedor, intestatario, ordinante, intestatario conto, spett le, fatturare a,
        spedire a, controparte, debitore, creditore, begunstigde, rekeninghouder, tegenpartij, tenaamstelling,
        factuur aan, naam tegenpartij, naam begunstigde, odbiorca, nadawca, zleceniodawca, kontrahent, nabywca,
        platnik, favorecido, sacado, cedente, pagador, recebedor, tomador, faturar para, destinatario da fatura,
        mottagare, betalningsmottagare, avsandare, modtager, betaler, mottaker, saaja, maksaja, prijemce, platce,
        protistrana, alici, gonderen, hesap sahibi, fatura kesilen, licensee, licensor, lessee, lessor, grantee,
        grantor, shipper, consignor, notify party, importer of record, insured, policy owner, vendor contact,
        отримувач, відправник, платник, замовник, одержувач, получатель платежа, заказчик,
        收款人, 付款人, 户名, 开户名, 受取人, 支払人, 口座名義, 예금주, 수취인, получатель, отправитель, плательщик,
        контрагент, responsible party, reporting party, sold to party, ship to party, bill to party,
        contracting party, insured party, first party, second party, other party
    """),
    ("PERSON", "someone"): phrases("""
        next of kin, next of kin name, point of contact, nok, nok name,
        cn, gecos, owner, assignee, reporter, author, authors, creator, manager, reviewer, reviewers, approver,
        requester, requestor, requested by, created by, updated by, modified by, last modified by, approved by,
        submitted by, reported by, assigned to, opened by, closed by, merged by, uploaded by, invited by,
        reports to, customer, client, patient, employee, student, teacher, doctor, physician, nurse, driver,
        passenger, guest, apologies, data subject,
        attendee, attendees, participant, participants, organizer, host name person, recipient,
        sender, buyer, seller, person, candidate, applicant, supervisor, account owner, account manager,
        sales rep name, lead, case owner, opportunity owner, committer,
        maintainer, maintainers, signed by, prepared by, booked by, borrower, tenant person, assignees, employees,
        customers, patients, spouse, father, mother, agent person, last edited by, edited by, deleted by,
        resolved by, last modifying user, tech name, admin name, modifier, sharing user, actor, initiator, nominee,
        landlord, instructor, professor, speaker, speakers, interviewer, absender, destinataire, expediteur,
        destinatario, remitente, mittente, ontvanger, afzender, remetente, cliente, klant, kunde, referente,
        mitarbeiter, empleado, dipendente, paziente, paciente, donor,
        volunteer, rider, resident, pracownik, klient, fahrer, conducteur, conductor, conducente, subscriber,
        mention text
    """),
    ("PERSON", "someone/reached"): phrases("""
        contact, primary contact, emergency contact, contacts, contatto, contacto, contato, contactpersoon, kontakt,
        secondary contact, alternate contact, backup contact, ice contact, best contact
    """),
    ("PERSON", "variant"): phrases("""
        descriptor, display, nm, attendee label, printed name, print name, signed name, signature name
    """),
    ("PERSON", "named"): phrases("""
        name, display name, displayname, nombre, nome, nom, naam, namn, navn, name formatted, nev, nume, ime, adi
    """),
    ("PERSON", "login"): phrases("""
        user name, username, user, member, friend, colleague, staff, founder, director, ceo, cto, cfo, mentor,
        trainer, coach, editor, watcher, collaborator, invitee, inviter, team lead, on call, stakeholder
    """),
    ("COMPANY", "company"): phrases("""
        ins carrier, insurance carrier, dental carrier, medical carrier, primary carrier, secondary carrier,
        insurance co, insurance plan carrier, underwriting company, insurance company name, underwriter name,
        payer organization, managing organization, farm name, supplied company, company or organization,
        organization or company, institution name, kreditinstitut name, company, company name, companyname,
        organization name, organisation name, organization, organisation, org name, employer, employer name,
        business name, business, firm, firm name, vendor name, vendor, supplier name, supplier, merchant,
        merchant name, account name, client company, customer company, legal entity, legal entity name, trading name,
        trade name, doing business as, dba, firma, firmenname, unternehmen, empresa, entreprise, societe, azienda,
        bedrijf, partner company, bank name, manufacturer name, current employer, previous employer, parent company,
        insurer, insurance company, insurance provider, carrier name, corporate name, registered name, entity name,
        company legal name, legal business name, 公司, 公司名称, 公司名, 企业名称, 单位名称, 雇主, 供应商, 客户公司,
        会社, 会社名, 企業名, 法人名, 勤務先, 取引先, 取引先名, 회사, 회사명, 업체명, 거래처, 소속, 상호, компания,
        название компании, организация, наименование организации, работодатель, поставщик, фирма, εταιρεια, επωνυμια,
        εργοδοτης, facility name, practice name, clinic name, razon social, denominacion social,
        denominazione sociale, nazwa firmy, nazwa kontrahenta, nazwa przedsiebiorstwa, firmenbezeichnung,
        nom de l entreprise, nom societe, nom de la societe, nombre de la empresa, nombre empresa, nome da empresa,
        nome empresa, nome azienda, foretagsnamn, firmanavn, nazev firmy, nazev spolecnosti, obchodni jmeno,
        sirket adi, firma adi, cegnev, yrityksen nimi, denumire firma
    """),
    ("PERSON", "known"): phrases("""
        subj, escalate, escalate to, page, paging, backup, on duty, oncall
    """),
    ("PERSON", "letter"): phrases("""
        from, to
    """),
    ("PERSON", "role"): phrases("""
        card name, card nm, name on account, attention, gp, general practitioner, family doctor, responsible
    """),
    ("COMPANY", "legal"): phrases("""
        headline, app name, formatted value
    """),
    ("COMPANY", "firm"): phrases("""
        holding, workplace, place of work, work place, trading as, razao social, lieu de travail,
        lugar de trabajo, luogo di lavoro, local de trabalho, arbeitsstatte, arbeitsplatz firma, bedrift,
        datore di lavoro, dba name, denominazione, denominacion, denominacao, ragsoc, rag sociale
    """),
    ("USERNAME", "username"): phrases("""
        login, login name, user login, screen name, handle, github, twitter, twitter handle, github username, skype,
        skype id, user handle, account username, instagram, telegram, discord
    """),
}
"""As `PHRASES`. The first that lists a phrase has it."""
