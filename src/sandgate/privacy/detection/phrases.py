"""The names that fields have, by what they promise: phrases that a key may end with, and words for whom it is about."""

from __future__ import annotations

from .words import phrases, words

PHRASES: dict[tuple[str, str], tuple[str, ...]] = {
    ("EMAIL", "email"): phrases("""
        email, e mail, mail, email address, mail address, emails, primary email, correo, correo electronico,
        courriel, recovery email, user email, reply to, email id, email adresse, e mail adresse, mailadresse,
        emailadres, e mailadres, email adresi, e posta, eposta, e posta adresi, e post, epost, e postadress,
        sahkoposti, sahkopostiosoite, emailova adresa, e mailova adresa, posta elettronica, 邮箱, 电子邮件,
        メール, メールアドレス, 이메일, 이메일 주소, почта, электронная почта
    """),
    ("PHONE", "phone"): phrases("""
        phone, phone number, phone no, phonenumber, phones, mobile, mobile number, mobile no, mobile phone,
        cell, cell phone, cell number, cellphone, telephone, telephone number, tel, tel no, telefon, telefono,
        telefone, telefonnummer, handy, handynummer, fax, fax number, msisdn, whatsapp, whatsapp number,
        sms number, contact number, contact no, contact phone, home phone, work phone, office phone, day phone,
        evening phone, emergency phone, phone home, phone work, phone mobile, phone primary, primary phone,
        celular, movil, portable, numero telefono, numero de telephone, caller, callee, caller id,
        calling number, called number, from number, to number, phone e164, tel nr, tel nummer, 电话, 电话号码,
        手机, 手机号, 手机号码, 電話, 電話番号, 携帯電話, 전화번호, 휴대폰, телефон, номер телефона, мобильный,
        мобильный телефон, mobil, mobilnummer, mobiltelefon, mobilnr, rufnummer, festnetz, telefonnr, mobiel, gsm,
        mobiel nummer, telefoon, telefoonnummer, tlf, tlf nr, tlf nummer, puhelin, puhelinnumero, matkapuhelin,
        telefonszam, mobilszam, telefonu, cep telefonu, telefon numarasi, telefon no, telefon numer,
        numer telefonu, telefon komorkowy, komorka, cellulare, numero cellulare, numero di telefono,
        numero telefonico, numero de telefono, numero de telefone, telemovel, numero celular, telefonni cislo,
        telefonske cislo, mobilni telefon, phone e 164, direct line, direct dial, direct number, landline, hotline,
        callback number, call back number, switchboard, tel portable, telephone portable, numero de portable,
        τηλεφωνο, κινητο, wa id, reminder number, text number, notification number
    """),
    ("CARD", "card"): phrases("""
        card number, card no, card num, card, credit card, credit card number, creditcard, cc number, cc num, cc
        no, cc, ccnum, debit card, debit card number, pan, primary account number, card pan, payment card,
        payment card number, kreditkarte, kreditkartennummer, kartennummer, numero tarjeta, numero de tarjeta,
        tarjeta, tarjeta de credito, numero de carte, carte bancaire, numero carta, carta di credito, numero do
        cartao,
        cartao de credito, kortnummer, kaartnummer, creditcardnummer, numer karty, cislo karty, kart numarasi,
        номер карты
    """),
    ("SECRET", "code"): phrases("""
        cvv, cvc, cvv2, cvc2, cvv number, card cvv, card security code, security code, card verification, pin,
        pin code, card pin, otp, otp code, mfa code, totp, one time password, verification pin
    """),
    ("IBAN", "iban"): phrases("""
        iban, iban code, iban number, bank iban, ibannumber
    """),
    ("ACCOUNT", "account"): phrases("""
        account number, account no, account num, acct number, acct no, acct num, acct, bank account, bank
        account number, bank acct, bank account no, bban, routing number, routing no, routing, aba, aba routing
        number, aba number, sort code, swift, swift code, bic, swift bic, kontonummer, numero cuenta, numero
        compte, numero de cuenta, numero de compte, numero conto, numer konta, rekeningnummer, tilinumero, cislo
        uctu, beneficiary account, from account, to account, account iban, swift bic code
    """),
    ("SSN", "ssn"): phrases("""
        ssn, ssn tin, ssn itin, tin ssn, social security, social security number, social security no, social
        sec, socialsecuritynumber, us ssn, ss number, social, soc sec, soc sec no, soc sec number, ss no
    """),
    ("NINO", "nino"): phrases("""
        nino, ni number, national insurance, national insurance number, ni no, nationalinsurancenumber
    """),
    ("NATIONAL_ID", "identity"): phrases("""
        national id, national id number, national identity number, nationalid, identity number, identity card,
        identity card number, id card, id card number, id number, personal id, personal identification number,
        personal number, citizen id, tax id, tax id number, tax number, taxid, tin, itin, tax identification
        number, tax payer id, taxpayer id, ein, cpf, cnpj, curp, rfc, pesel, bsn, aadhaar, aadhar, aadhaar
        number, pan number, nif, nie, dni, nir, insee, codice fiscale, personnummer, fodselsnummer, cpr, hetu,
        sin, social insurance number, nhs, nhs number, nric, fin, rut, cuit, cuil, egn, cnp, oib, jmbg, rodne
        cislo, rrn, hkid, mykad, nik, ktp, tfn, medicare, medicare number, medicare id, mbi, health insurance
        number, health card number, health plan number, insurance number, medical record number, mrn, patient id
        number, npi, steuer id, steuernummer, voter id, voter id number, military id, alien number, green card
        number, sozialversicherungsnummer, ahv nummer, avs, utr, vat number, vat id, tax no, 身份证, 身份证号,
        身份证号码, マイナンバー, 주민등록번호, инн, снилс
    """),
    ("PASSPORT", "document"): phrases("""
        паспорт, 护照, 护照号, passport, passport number, passport no, passport num, passportnumber,
        passport id, travel document, travel document number
    """),
    ("LICENCE", "document"): phrases("""
        driver license, driver license number, drivers license, drivers license number, driver licence, driving
        licence, driving license, driving licence number, driving license number, drivers licence, drivers
        licence number, driver licence number, dl number, dl no, license number, licence number, license no,
        licence no, fuhrerschein, permis de conduire, license plate, licence plate, license plate number, number
        plate, plate number, vehicle registration, vehicle registration number, vin, vin number, vehicle vin,
        vehicle identification number, vehicle plate, registration plate
    """),
    ("IP", "ip"): phrases("""
        ip, ip address, ipaddress, ip addr, ipaddr, ipv4, ipv6, ipv4 address, ipv6 address, client ip, remote
        ip, remote addr, remote address, source ip, src ip, dst ip, dest ip, destination ip, user ip, login ip,
        last login ip, public ip, private ip, host ip, server ip, peer, ip v4, ip v6, x forwarded for, x real
        ip, client address, sourceipaddress, callerip, addr, ips, current sign in ip, last sign in ip, src, dst,
        src addr, dst addr, saddr, daddr
    """),
    ("MAC", "mac"): phrases("""
        mac, mac address, macaddress, mac addr, hw address, hw addr, ethernet address, hardware address, hwaddr,
        wifi mac, device
        mac, bssid, physical address
    """),
    ("ADDRESS", "address"): phrases("""
        address, addresses, addr, street address, postal address, mailing address, home address, work address,
        billing address, shipping address, delivery address, residential address, full address, formatted
        address, adresse, direccion, endereco, indirizzo, anschrift, wohnadresse, formattedaddress, permanent
        address, current address, office address, mailing street, billing street, shipping street, other street,
        residence, location address, address full, adres, adresa, adresi, adress, gatuadress, osoite, katuosoite,
        lieferadresse, lieferanschrift, rechnungsadresse, rechnungsanschrift, postadresse, postanschrift, privatadresse,
        hausanschrift, adresse livraison, adresse de livraison, adresse facturation, adresse de facturation,
        adresse postale,
        direccion envio, direccion de envio, direccion postal, indirizzo spedizione, indirizzo di spedizione,
        indirizzo di residenza, endereco entrega, endereco de entrega, bezorgadres, bezorg adres, factuuradres,
        woonadres, adres dostawy, adres zamieszkania,
        lakcim, domicilio, morada, διευθυνση, 地址, 住址, 住所, 주소, адрес
    """),
    ("ADDRESS", "whereabouts"): phrases("""
        location, venue, meeting place, place of residence, pickup, dropoff, destination, origin, ort
    """),
    ("ADDRESS", "street"): phrases("""
        street, street 1, street 2, street1, street2, street name, street line, street line 1, street line 2,
        address line, address line 1, address line 2, address line 3, address line1, address line2, address1,
        address2, address 1, address 2, addr1, addr2, line1, line2, line 1, line 2, strasse, rue, calle, house
        number, building number, apartment, apartment number, apt, apt number, unit number, secondary address,
        po box, pobox, streetaddress, straat, ulica, ulice, utca, sokak, addressline1, addressline2, hausnummer,
        street number
    """),
    ("ADDRESS", "postcode"): phrases("""
        zip, zip code, zipcode, postal code, postalcode, post code, postcode, plz, postleitzahl, code postal,
        codigo postal, kod pocztowy, postnummer, postnr, postinumero, iranyitoszam, posta kodu, cep, pin code
        postal, pincode, eircode, zip4, mailing postal code, billing postal code,
        shipping postal code
    """),
    ("ADDRESS", "coordinate"): phrases("""
        gps coordinates, home coordinates, home latitude, home longitude
    """),
    ("BIRTHDAY", "birthday"): phrases("""
        dob, date of birth, birth date, birthdate, birthday, birth day, born, born on, dateofbirth, d o b,
        geburtsdatum, geburtstag, fecha nacimiento, fecha de nacimiento, date naissance, date de naissance,
        data nascimento, b date, birth dt, 生日, 出生日期, 生年月日, 생년월일, дата рождения, data di nascita,
        geboortedatum, fodelsedatum, fodselsdato, data urodzenia, datum narozeni, dogum tarihi, syntymaaika,
        data de nascimento, szuletesi datum, data nasterii, birth, yob, year of birth, birth year, data nascita,
        nascita, naissance, nacimiento, nascimento, fecha nac, data nasc, dt nascimento, dt nasc, date naiss, geb datum,
        geboren am, ne le, nee le, ne e le, nato il, nata il, nato a il, nacido el
    """),
    ("SECRET", "password"): phrases("""
        password, passwd, pwd, pass, passphrase, pass phrase, user password, db password, root password, admin
        password, passwort, kennwort, contrasena, mot de passe, senha, haslo, wachtwoord, heslo, parola, salasana,
        losenord, adgangskode, пароль, 密码, パスワード, password hash, passwordhash, hashed
        password, pw, temp password, temporary password, new password, old password, security answer, secret
        answer
    """),
    ("SECRET", "token"): phrases("""
        secret, token, access token, refresh token, auth token, id token, api token, bearer token, bearer,
        session token, csrf token, xsrf token, jwt, jwt token, jwt secret, personal access token, pat, api key,
        apikey, apikeys, x api key, app key, api secret, secret key, secret access key, access key,
        access key id, private key, privatekey, client secret, clientsecret, consumer secret, consumer key,
        app secret, webhook secret, signing secret, signing key, encryption key, master key, shared secret,
        shared key, account key, subscription key, license key, auth key, authkey, auth, authorization,
        proxy authorization, x auth token, x access token, cookie, set cookie, credential, credentials,
        secrets, connection string, service account key, ssh key, ssh private key, pgp key, bot token,
        oauth token, oauth secret, device token, push token, reset token, confirmation token, recovery code,
        recovery codes, backup code, backup codes, signature key, sas token, x amz security token,
        security token, aws session token, sastoken, otp secret, totp secret, mfa secret, key secret,
        secret token, access token secret, registration token, invite token, verification token, login token,
        remember token, sig, x amz signature, deploy key, api key secret, secret value, secretstring,
        token secret, token value, key material, secretaccesskey, seed phrase, mnemonic, recovery phrase,
        private token, stripe key, openai key, anthropic key, aws key, gcp key, google key, maps key,
        google maps key, azure key, github key, gitlab key, sendgrid key, mailgun key, twilio key, slack key,
        heroku key, huggingface key, firebase key, algolia key, datadog key, pinecone key, cohere key,
        mistral key, groq key, cloudflare key, application key, secret api key, storage key, server key,
        hmac key, api password, app password, webhook url secret, authentication token, auth secret,
        session secret, secret key base
    """),
    ("SECRET", "session"): phrases("""
        session id, sessionid, session, sess, sess id, sid, sessid, jsessionid, phpsessid, asp net session id,
        connect sid, session cookie, csrf, xsrf, nonce token
    """),
    ("CRYPTO", "wallet"): phrases("""
        wallet, wallet address, btc address, bitcoin address, eth address, ethereum address, crypto address,
        crypto wallet, litecoin address, wallet id, bitcoin wallet, ethereum wallet, btc wallet, eth wallet,
        solana address, monero address, ltc address, deposit address, withdrawal address
    """),
    ("PERSON", "name"): phrases("""
        first name, firstname, fname, given name, givenname, given names, last name, lastname, lname, surname,
        family name, familyname, middle name, middlename, mname, maiden name, mothers maiden name,
        mother maiden name, full name, fullname, real name, realname, preferred name, nickname, nick name,
        legal name, forename, forenames, second name, birth name, name on card, cardholder name,
        cardholdername, card holder name, card holder, cardholder, account holder, account holder name,
        vorname, nachname, familienname, prenom, nom de famille, nombre completo, apellido, apellidos,
        primer apellido, segundo apellido, nome completo, sobrenome, cognome, achternaam, voornaam, fornavn,
        efternamn, fornamn, etternavn, efternavn, imie, nazwisko, imie i nazwisko, jmeno, prijmeni,
        jmeno a prijmeni, meno a priezvisko, priezvisko, ad soyad, adi soyadi, soyad, soyadi, isim, soyisim, nimi,
        etunimi, sukunimi, vezeteknev, keresztnev, teljes nev, prenume, nume complet, prezime,
        nombre y apellidos, nombre y apellido, nom et prenom, prenom et nom, nome e cognome, cognome e nome,
        vor und nachname, vor und zuname, voor en achternaam, ονοματεπωνυμο, επωνυμο, полное имя,
        display name last first, first names, last names, person name, people,
        emergency contact name, next of kin, spouse name, father name, mother name, fathers name, mothers name,
        parent name, child name, patient name, employee name, customer name, client name, contact name,
        buyer name, seller name, driver name, author name, owner name, manager name, assignee name,
        recipient name, sender name, student name, teacher name, doctor name, physician name, beneficiary name,
        beneficiary, guest name, passenger name, traveler name, attendee name, member name, subscriber name,
        candidate name, applicant name, agent name, rep name, sales rep, payer name, payee name, billing name,
        shipping name, ship name, bill name, ship to name, bill to name, sn, cust name, cust nm, customer nm,
        emp name, emp nm, 姓名, 氏名, 名前, お名前, 이름, 성명, фио, имя, фамилия, отчество, borrower name,
        insured name, tenant name, claimant, claimant name, policyholder, policy holder, signatory, witness,
        nom complet, nombre cliente, holder, kundenname, ansprechpartner, username full, formal name,
        firstname lastname, name first, name last, name full, committer name, reporter name, creator name,
        prenom usuel, nom usuel, nom d usage, pax name,
        requester name, approver name, user full name, user display name, responsible person
    """),
    ("PERSON", "party"): phrases("""
        bill to, ship to, ship from, deliver to, sold to, consignee
    """),
    ("PERSON", "someone"): phrases("""
        cn, owner, assignee, reporter, author, authors, creator, contact, manager, reviewer, reviewers,
        approver, requester, requestor, requested by, created by, updated by, modified by, last modified by,
        approved by, submitted by, reported by, assigned to, opened by, closed by, merged by, uploaded by,
        invited by, reports to, customer, client, patient, employee, student, teacher, doctor, physician,
        nurse, driver, passenger, guest, attendee, attendees, participant, participants, organizer,
        host name person, recipient, sender, payer, payee, buyer, seller, person, candidate, applicant,
        supervisor, account owner, account manager, sales rep name, lead, case owner, opportunity owner,
        primary contact, emergency contact, committer, maintainer, maintainers, signed by, prepared by,
        booked by, borrower, tenant person, assignees, employees, customers, contacts, patients, spouse,
        father, mother, agent person, last edited by, edited by, deleted by, resolved by, last modifying user,
        tech name, admin name, modifier, sharing user,
        actor, initiator, nominee, landlord, instructor, professor, speaker, speakers,
        interviewer, counterparty, auftraggeber, empfanger, empfaenger, zahlungsempfanger, zahlungspflichtiger,
        zahlungsbeteiligter, begunstigter, beguenstigter, kontoinhaber, absender, titulaire, beneficiaire,
        destinataire, expediteur, donneur d ordre, titular, beneficiario, destinatario, ordenante, remitente,
        intestatario, mittente, ordinante, begunstigde, rekeninghouder, tegenpartij, ontvanger, afzender, remetente,
        odbiorca, nadawca, cliente, klant, kunde, referente, contatto, contacto, contato, contactpersoon, mitarbeiter,
        empleado, dipendente, paziente, paciente, donor, volunteer, rider, resident, ordering customer,
        pracownik, klient, fahrer, conducteur, conductor, conducente, subscriber, mention text
    """),
    ("PERSON", "named"): phrases("""
        name, display name, displayname, nombre, nome, nom, naam, namn, navn, name formatted
    """),
    ("PERSON", "login"): phrases("""
        user name, username, user, member, friend, colleague, staff, founder, director, ceo, cto, cfo, mentor,
        trainer, coach, editor, watcher, collaborator, invitee, inviter, team lead, on call, stakeholder
    """),
    ("COMPANY", "company"): phrases("""
        company, company name, companyname, organization name, organisation name, organization, organisation,
        org name, employer, employer name, business name, business, firm, firm name, vendor name, vendor,
        supplier name, supplier, merchant, merchant name, account name, client company, customer company, legal
        entity, legal entity name, trading name, trade name, doing business as, dba, firma, firmenname,
        unternehmen, empresa, entreprise, societe, azienda, bedrijf, partner company, bank name, manufacturer
        name, current employer, previous employer, parent company, insurer, insurance company, insurance
        provider, carrier name
    """),
    ("USERNAME", "username"): phrases("""
        login, login name, user login, screen name, handle, github, twitter, twitter handle, github username,
        skype, skype id, user handle, account username, instagram, telegram, discord
    """),
}
"""Kind and form of the value, and the phrases that announce it. The first that lists a phrase has it."""

ROLES: dict[str, frozenset[str]] = {
    "person": words("""
        user person customer client contact employee patient student teacher member owner author assignee
        reporter creator committer reviewer requester requestor attendee organizer participant guest recipient
        sender lead candidate applicant driver passenger buyer seller holder cardholder beneficiary subscriber
        donor manager staff doctor physician nurse spouse parent guardian profile individual human consumer
        borrower claimant insured payer payee traveler traveller caller approver signer signatory shopper
        resident voter citizen player speaker instructor supervisor colleague friend follower people father
        mother personal billing shipping actor maintainer invitee collaborator cardholders director officer
        founder shareholder cosigner policyholder tenant_contact identity whois registrant to from cc bcc
        bill_to ship_to kunde mitarbeiter cliente persona employe utilisateur usuario benutzer representative
        debtor creditor payor remitter originator
        rep agent_contact accountholder hr submitter landlord tenant attorney lawyer notary witness broker advisor
        adviser technician inspector auditor surgeon therapist dentist contractor volunteer coach mentor trainer
    """),
    "company": words("""
        company organization organisation employer vendor supplier merchant account business firm partner org
        corporation institution insurer manufacturer companies enterprise agency customer_account parent_account
        firma empresa
    """),
    "place": words("""
        address location_address billing_address shipping_address mailing_address postal_address home_address
        street_address residence addr
    """),
    "thing": words("""
        repo repository file label project channel branch tag milestone workflow job step tool server product
        plan price item status priority issuetype type category team group role permission event calendar table
        column schema database index bucket cluster node pod container image service package module function
        class field option property parameter theme template dataset model metric dashboard country city region
        state currency language license environment folder document sheet board sprint epic version component
        app application bot integration campaign list queue topic stage pipeline drive view form page site
        domain host device tax discount coupon resource policy rule key secret variable namespace deployment
        workspace instance volume network subnet disk zone interface task issue ticket case alert monitor
        attribute metadata enum argument input output tools prompts resources param header query endpoint route
        dependency extension plugin skill course subject song album movie book game film artwork ingredient
        recipe dish brand color size variant store warehouse feature flag experiment segment element section
        chapter commit check run suite release asset artifact package_manager symbol settings config options
    """),
}
"""Whom an object is about, by the name of the field it stands in; `_` stands for a blank."""

ASIDE = words("""
    verified type types count counts status at format formats template templates enabled disabled confirmed
    provider label labels field fields length size limit max min policy settings setting config options option
    url uri link path file filename domain required optional valid is has sent opened clicked bounced
    hash_algorithm algorithm alg expires expiry expiration expired ttl lifetime usage used total cost costs
    price rate ratio percent percentage version index position description desc prefix suffix mask masked
    pattern regex schema preference preferences notifications notification subject body template_id kind
    category group groups last4 brand network country region timezone tz locale language currency source scope
    scopes strategy method methods mode state visible visibility public allowed changed updated created modified
    date time timestamp hint reset required_at attempts consumed
""")
"""What stands last and makes a key speak of something else: `email_verified`, `phone_type`, `token_count`."""

NOT_BY_SOMEONE = words("""
    sorted ordered grouped filtered partitioned indexed powered limited divided multiplied licensed sponsored caused
    provided followed backed supported required used affected bounded clustered delimited separated scaled
""")
"""What is done by a column or a thing, as in `sorted_by`; the rest is done by people, as in `reviewed_by`."""

IDENTIFIERS = words("""
    number num key url href uri path filename
""")
"""Numbers and identifiers of machines."""

MEASURES = words("""
    id ids uuid guid oid gid rid tid cid eid commit ref reference order seq sequence sku asin cursor nonce block slug
    sha sha1 sha256 md5 hash digest checksum etag ts timestamp time date at created updated modified size bytes
    length count total offset limit page line lines column row index position duration elapsed latency ms seconds
    milliseconds epoch port pid price amount quantity qty ean upc gtin isbn barcode imei serial width height x y z
    lat lng lon latitude longitude batch lot invoice ticket voucher shipment awb rma score rank weight balance
    percent ratio year month day hour minute second gas
    color colour
""")
"""Identifiers, times, sums, sizes and hashes, and what is printed on goods."""

MESSAGES = phrases("""
    message id, internet message id, messageid, msg id, msgid, smtp id,
    in reply to, references, ical uid, i cal uid, icaluid, content id
""")

VERSIONS = words("""
    version versions revision rev build release firmware ver semver
""")

CITIES = words("""
    city town locality village suburb municipality ort stadt ville ciudad cidade citta
""")

CONTAINERS = words("""
    data attributes properties fields items results records rows nodes node edges edge values value entry
    entries list object objects details info payload content body response result included relationships
    embedded page pages hits docs documents elements members
""")
"""Keys that say nothing of their own: what they hold is about the same as what holds them."""
