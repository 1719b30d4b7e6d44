"""What fields are called whose values have a form, or are places: phrases that a key may end with."""

from __future__ import annotations

from ..words import phrases

PHRASES: dict[tuple[str, str], tuple[str, ...]] = {
    ("EMAIL", "email"): phrases("""
        email, e mail, mail, email address, mail address, emails, primary email, correo, correo electronico,
        courriel, recovery email, user email, reply to, email id, email adresse, e mail adresse, mailadresse,
        emailadres, e mailadres, email adresi, e posta, eposta, e posta adresi, e post, epost, e postadress,
        sahkoposti, sahkopostiosoite, emailova adresa, e mailova adresa, posta elettronica, 邮箱, 电子邮件, mejl,
        mejladress, mailadress, epostadress, e postadresse, epostadresse, correo e, adresse mail, adresse courriel,
        adresse electronique, adresse e mail, adres e mail, adres email, adresa de email, indirizzo email,
        indirizzo e mail, indirizzo di posta, endereco de email, contact email, e mailcim, email cim, eposta adresi,
        mailbox, upn, user principal name, 邮件, 电子邮箱, 邮箱地址, 이메일주소, メアド, имейл, メール,
        メールアドレス, 이메일, 이메일 주소, почта, электронная почта
    """),
    ("PHONE", "phone"): phrases("""
        dnis, dialed number, dialled number, caller id number, caller id num, calling line, a party number,
        b party number, did number, forwarding number, remote party number, toll free, toll free number,
        next of kin phone, next of kin mobile, next of kin number, next of kin tel, next of kin contact number,
        telf1, telf2, telfx, src number, dst number, caller number, callee number, calling number, called number,
        national format, international format,
        mobile tel, cell tel, phone 2, alt phone, alt mobile, msisdn number, telephone 1, telefon 2, fon, natel,
        telno, telnr, phone, phone number, phone no, phonenumber, phones, mobile, mobile number, mobile no,
        mobile phone, cell, cell phone, cell number, cellphone, telephone, telephone number, tel, tel no, telefon,
        telefono, telefone, telefonnummer, handy, handynummer, fax, fax number, msisdn, whatsapp, whatsapp number,
        sms number, contact number, contact no, contact phone, home phone, work phone, office phone, day phone,
        evening phone, emergency phone, phone home, phone work, phone mobile, phone primary, primary phone, celular,
        movil, portable, numero telefono, numero de telephone, calling number, called number, from number, to number,
        phone e164, tel nr, tel nummer, 电话, 电话号码, 手机, 手机号, 手机号码, 電話, 電話番号, 携帯電話, 전화번호,
        휴대폰, телефон, номер телефона, мобильный, мобильный телефон, mobil, mobilnummer, mobiltelefon, mobilnr,
        rufnummer, festnetz, telefonnr, mobiel, gsm, mobiel nummer, telefoon, telefoonnummer, tlf, tlf nr, tlf nummer,
        puhelin, puhelinnumero, matkapuhelin, telefonszam, mobilszam, telefonu, cep telefonu, telefon numarasi,
        telefon no, telefon numer, numer telefonu, telefon komorkowy, komorka, cellulare, numero cellulare,
        numero di telefono, numero telefonico, numero de telefono, numero de telefone, telemovel, numero celular,
        telefonni cislo, telefonske cislo, mobilni telefon, phone e 164, direct line, direct dial, direct number,
        landline, hotline, callback number, call back number, switchboard, tel portable, telephone portable,
        numero de portable, telephone no, tel number, tel mobile, tel fixe, numero fixe, numero mobile,
        numero de mobile, num tel, telefono movil, telefono fijo, telefono celular, telefono de contacto,
        tel de contacto, numero de contacto, telefono cellulare, telefono fisso, recapito, recapito telefonico,
        telefone celular, telefone fixo, telefone de contato, contacto telefonico, whats app, fone, zap,
        contactnummer, telefoonnr, mobiele telefoon, mobielnummer, vaste telefoon, kontaktnummer, mobiltlf,
        telefon dom, telefon sluzbowy, telefon kontaktowy, nr telefonu, numer kontaktowy, mobilni cislo,
        kontaktni telefon, cep tel, gsm no, ev telefonu, is telefonu, telefon mobil, numar de telefon,
        mobilny telefon, rueckrufnummer, ruckrufnummer, durchwahl, festnetznummer, privatnummer, dienstnummer,
        faxnummer, telefax, call number, phone contact, ph, ph no, ph number, cellular, mob, mob no, mobile telephone,
        day time phone, daytime phone, evening number, daytime number, home number, work number, office number,
        night phone, after hours phone, phone extension full, international number, e164, sms to, text to,
        caller number, calling party, called party, 联系电话, 联系方式, 固定电话, 座机, 连絡先, 連絡先, 携帯,
        携帯番号, 핸드폰, 연락처, 휴대전화, 휴대폰번호, мобильный номер, контактный телефон, тел, мобільний,
        номер телефону, τηλεφωνο, κινητο, wa id, reminder number, text number, notification number
    """),
    ("PHONE", "reached"): phrases("""
        destination number, remote number, orig number, originating number, terminating number, a number, b number,
        cli, ani, callback, signal number, reached at, reach at, reachable at, contactable on
    """),
    ("PHONE", "phone/someone"): phrases("""
        caller, callee, caller id, clid, outboundcid, outbound cid
    """),
    ("CARD", "card"): phrases("""
        card number, card no, card num, card, credit card, credit card number, creditcard, cc number, cc num, cc no,
        cc, ccnum, debit card, debit card number, primary account number, card pan, payment card,
        payment card number, kreditkarte, kreditkartennummer, kartennummer, numero tarjeta, numero de tarjeta,
        tarjeta, tarjeta de credito, numero de carte, carte bancaire, numero carta, carta di credito,
        numero do cartao, cartao de credito, kortnummer, kaartnummer, creditcardnummer, numer karty, cislo karty,
        kart numarasi, номер карты, visa, mastercard, master card, amex
    """),
    ("CARD", "card/permanent"): phrases("""
        pan
    """),
    ("ACCOUNT", "payee"): phrases("""
        upi, upi id, vpa, virtual payment address
    """),
    ("IBAN", "iban"): phrases("""
        iban, iban code, iban number, bank iban, ibannumber
    """),
    ("ACCOUNT", "account"): phrases("""
        account number, account no, account num, acct number, acct no, acct num, acct, bank account,
        bank account number, bank acct, bank account no, bban, routing number, routing no, routing, aba,
        aba routing number, aba number, sort code, kontonummer, numero cuenta, numero compte, numero de cuenta,
        numero de compte, numero conto, numer konta, rekeningnummer, rekening, bankrekening, bankkonto, konto,
        konto nr, kontonr, bankgiro, plusgiro, clabe, cbu, rib, ccc, nuban, bsb, transit number, institution number,
        account nbr, acc no, acc number, a c no, a c number, ac number, ac no, conta corrente, conta bancaria,
        numero da conta, cuenta bancaria, compte bancaire, conto corrente, numero di conto, rachunek, nr rachunku,
        numer rachunku, nr konta, hesap no, hesap numarasi, bankovni ucet, bankszamlaszam, cont bancar,
        bank details, bank account details, 银行账号, 银行卡号, 口座番号, 계좌번호, номер счета, расчетный счет,
        tilinumero, cislo uctu, beneficiary account, from account, to account, account iban, checking account,
        savings account, current account, loan account, deposit account, iban or account, account or iban,
        dda number, dda account, debit account, credit account, settlement account, payroll account,
        direct deposit account, giro account, girokonto, sparkonto, ledger account number, bank acc, bank acct no
    """),
    ("SSN", "ssn"): phrases("""
        ss num,
        ssn, ssn tin, ssn itin, tin ssn, social security, social security number, social security no, social sec,
        socialsecuritynumber, us ssn, ss number, social, soc sec, soc sec no, soc sec number, ss no
    """),
    ("NINO", "nino"): phrases("""
        nino, ni number, national insurance, national insurance number, ni no, nationalinsurancenumber
    """),
    ("SSN", "ssn/nino/identity"): phrases("""
        tax ssn, tax id ssn, tax no ssn, tax number ssn, tin ssn, itin ssn, national id ssn, id number ssn
    """),
    ("NATIONAL_ID", "idcard"): phrases("""
        identity card, identity card number, id card, id card number, ausweisnummer, personalausweisnummer,
        personalausweis, personalausweis nr, ausweis nr, numer dowodu, nr dowodu, dowod osobisty,
        numer dowodu osobistego, carta identita, carta d identita, numero carta identita, cni, numero cni,
        carte d identite, carte nationale d identite, numero carte identite, cartao de cidadao, id card no
    """),
    ("NATIONAL_ID", "resident"): phrases("""
        rrn
    """),
    ("NATIONAL_ID", "identity"): phrases("""
        ic number, steuer identnr, steueridentnr, national insurance id,
        taxpayer identifier, taxpayer identification, taxpayer identification number, tax identifier,
        national identity, identity document, identity document number,
        national id, national id number, national identity number, nationalid, identity number, id number,
        personal id, personal identification number, personal number, citizen id, tax id, tax id number, tax number,
        taxid, tin, itin, tax identification number, tax payer id, taxpayer id, ein, cpf, cnpj, curp, rfc, pesel, bsn,
        aadhaar, aadhar, aadhaar number, pan number, nif, nie, dni, nir, numero insee, codice fiscale, personnummer,
        fodselsnummer, cpr, hetu, sin, social insurance number, nhs, nhs number, nric, fin, rut, cuit, cuil, egn, cnp,
        oib, jmbg, rodne cislo, hkid, mykad, nik, ktp, tfn, medicare, medicare number, medicare id, mbi,
        health insurance number, health card number, health plan number, insurance number, medical record number, mrn,
        patient id number, npi, steuer id, steuernummer, voter id, voter id number, military id, alien number,
        green card number, sozialversicherungsnummer, ahv nummer, ahv nr, avs, numero avs, nin, nin number, nid,
        national identifier, national identification number, government id, govt id, gov id, state id,
        social insurance, social insurance no, sozialversicherungsnr, sv nummer, sv nr, rentenversicherungsnummer,
        versicherungsnummer, krankenversicherungsnummer, kvnr,
        versicherten nr, versichertennummer, afiliacion ss, numero afiliacion ss, nuss, steueridentifikationsnummer,
        steuer identifikationsnummer, steuer nr, steuernr, idnr, ust id, ust idnr, ustid, umsatzsteuer id,
        numero securite sociale, numero de securite sociale, securite sociale, num secu, numero secu, nss,
        numero fiscal, numero de identificacion, numero identificacion, documento de identidad, documento identidad,
        nro documento, numero documento, numero de documento, cedula, cedula de identidad, cedula ciudadania,
        doc identidad, seguridad social, numero seguridad social, numero de la seguridad social, num seguridad social,
        dni nie, nie dni, nif cif, cuil cuit, titulo eleitor, pis, pis pasep, ruc, partita iva, p iva,
        numero contribuinte, numero de contribuinte, cartao cidadao, burgerservicenummer, bsn nummer,
        rijksregisternummer, rrn number, insz, btw nummer, nr pesel, numer pesel, nip, regon, personnr,
        organisationsnummer, samordningsnummer, cpr nummer, cpr nr, personnummer nr, fodselsnr, f nr, d nummer,
        henkilotunnus, sotu, rodne c, cislo op, cislo obcanskeho prukazu, tc kimlik, tc kimlik no, tckn,
        t c kimlik no, kimlik no, kimlik numarasi, vergi no, vergi numarasi, adoszam, taj szam, szemelyi szam,
        szemelyi igazolvany szam, pps, ppsn, pps number, teudat zehut, emirates id, iqama, omang, uan, umid,
        philhealth, tax reference, tax ref, tax file number, hkid number, fiscal code, fiscal number, fiscal id,
        pan no, pan card, vat no, vat reg no, gst number, gstin, abn, acn, company tax id,
        social number, soc ins no, health number, health id, healthcare number, member id number, subscriber number,
        hic number, beneficiary identifier, dea number, 身份证件号, 证件号码, 证件号, 統一編號, 個人番号, 주민번호,
        외국인등록번호, иин, инн физлица, utr, vat number, vat id, tax no, 身份证, 身份证号, 身份证号码, マイナンバー,
        주민등록번호, инн, снилс
    """),
    ("PASSPORT", "document"): phrases("""
        ppn,
        паспорт, номер паспорта, серия и номер паспорта, 护照, 护照号, 护照号码, パスポート番号, 旅券番号, 여권번호,
        여권, pass nummer, pass nr, passnummer, passnr, reisepass, reisepassnummer, reisepass nr, passeport,
        numero passeport, numero de passeport, n passeport, pasaporte, numero pasaporte, numero de pasaporte,
        passaporto, numero passaporto, numero di passaporto, passaporte, numero do passaporte, numero de passaporte,
        paspoort, paspoortnummer, paszport, nr paszportu, numer paszportu, pasnummer, passin numero, cestovni pas,
        cislo pasu, pasaport, pasaport no, pasaport numarasi, utlevel, utlevelszam, pasaport numar,
        document passport, passport nbr, passport details, passport, passport number, passport no, passport num,
        passportnumber, passport id, travel document, travel document number, travel doc, travel doc no,
        travel doc number, ppt no, ppt number, passport book number, passport card number
    """),
    ("LICENCE", "paper"): phrases("""
        cdl, cdl license
    """),
    ("LICENCE", "document"): phrases("""
        dln, permis conduire, carnet conducir, operator license, operator licence,
        dl, drivers licence no, driver id number, operator license number, lic plate, plate no, reg plate,
        driver license, driver license number, drivers license, drivers license number, driver licence,
        driving licence, driving license, driving licence number, driving license number, drivers licence,
        drivers licence number, driver licence number, dl number, dl no, license number, licence number, license no,
        licence no, fuhrerschein, fuhrerscheinnummer, fuhrerschein nr, permis de conduire, numero permis,
        numero de permis, permiso de conducir, permiso de conduccion, permiso conducir, numero permiso,
        licencia de conducir, licencia conducir, numero licencia, carnet de conducir,
        carne de conducir, patente, patente di guida, numero patente, carta de conducao, cnh, numero cnh,
        carteira de motorista, rijbewijs, rijbewijsnummer, prawo jazdy, nr prawa jazdy, korkort, korkortsnummer,
        korekort, kjorekort, forerkort, ajokortti, ridicsky prukaz, cislo ridickeho prukazu, ehliyet, ehliyet no,
        surucu belgesi, dl num, driver lic, drivers lic, driver license no, driving permit, kennzeichen,
        kfz kennzeichen, matricula, immatriculation, kenteken, nr rejestracyjny, spz, plaka, fahrgestellnummer,
        fin nummer, 驾照号, 车牌号, 運転免許証番号, 운전면허번호, license plate, licence plate,
        license plate number, number plate, plate number, vehicle registration, vehicle registration number, vin,
        vin number, vehicle vin, vehicle identification number, vehicle plate, registration plate, license num,
        licence num, lic no, lic number, lic num, license nbr, driver lic no, cdl number, cdl no,
        learner permit number, provisional licence number
    """),
    ("IP", "ip"): phrases("""
        ip, ip address, ipaddress, ip addr, ipaddr, ipv4, ipv6, ipv4 address, ipv6 address, client ip, remote ip,
        remote addr, source ip, src ip, dst ip, dest ip, destination ip, user ip, login ip,
        last login ip, public ip, private ip, host ip, server ip, peer, ip v4, ip v6, x forwarded for, x real ip,
        sourceipaddress, callerip, ips, current sign in ip, last sign in ip, src, dst, src addr,
        dst addr, saddr, daddr
    """),
    ("IP", "ip/address"): phrases("""
        client address, remote address, server address, host address, peer address
    """),
    ("MAC", "mac"): phrases("""
        mac, mac address, macaddress, mac addr, hw address, hw addr, ethernet address, hardware address, hwaddr,
        wifi mac, device mac, bssid, physical address
    """),
    ("ADDRESS", "address"): phrases("""
        address, addresses, addr, street address, postal address, mailing address, home address, work address,
        physical address,
        billing address, shipping address, delivery address, residential address, full address, formatted address,
        adresse, direccion, endereco, indirizzo, anschrift, wohnadresse, formattedaddress, permanent address,
        current address, office address, mailing street, billing street, shipping street, other street, residence,
        location address, address full, adres, adresa, adresi, adress, gatuadress, osoite, katuosoite,
        lieferadresse, lieferanschrift, rechnungsadresse, rechnungsanschrift, postadresse, postanschrift,
        privatadresse, hausanschrift, adresse livraison, adresse de livraison, adresse facturation,
        adresse de facturation, adresse postale, direccion envio, direccion de envio, direccion postal,
        indirizzo spedizione, indirizzo di spedizione, indirizzo di residenza, endereco entrega,
        endereco de entrega, bezorgadres, bezorg adres, factuuradres, woonadres, adres dostawy, adres zamieszkania,
        correspondence address, contact address, registered address, registered office, property address,
        site address, service address, ship address, ship to address, bill to address, bill address, legal address,
        business address, previous address, street address full, home addr, work addr, mailing addr, meldeadresse,
        wohnanschrift, wohnort adresse, kundenadresse, firmenadresse, adresse domicile, adresse complete,
        adresse du client, adresse personnelle, adresse professionnelle, direccion completa,
        direccion de facturacion, direccion facturacion, direccion fiscal, direccion de entrega,
        direccion particular, domicilio fiscal, indirizzo completo, indirizzo di fatturazione,
        indirizzo fatturazione, indirizzo di consegna, indirizzo consegna, residenza, sede legale,
        endereco completo, endereco de cobranca, endereco residencial, endereco comercial, verzendadres,
        afleveradres, postadres, bezoekadres, adres korespondencyjny, adres do korespondencji, adres zameldowania,
        adres rozliczeniowy, miejsce zamieszkania, leveransadress, postadress, fakturaadress, bostadsadress,
        hemadress, leveringsadresse, fakturaadresse, hjemmeadresse, bopael, toimitusosoite, laskutusosoite,
        kotiosoite, dorucovaci adresa, fakturacni adresa, trvale bydliste, bydliste, adresa bydliste,
        teslimat adresi, fatura adresi, ev adresi, szallitasi cim, szamlazasi cim, adresa de livrare,
        adresa de domiciliu, 收货地址, 送货地址, 联系地址, 家庭住址, 详细地址, 通信地址, 配送先, 配送先住所,
        お届け先, 请求先住所, 배송지, 배송 주소, 집주소, адрес доставки, адрес проживания, адрес регистрации,
        адреса, lakcim, domicilio, morada, διευθυνση, 地址, 住址, 住所, 주소, адрес
    """),
    ("ADDRESS", "whereabouts"): phrases("""
        location, venue, meeting place, place of residence, pickup, dropoff, destination, origin, ort, home, property,
        premises, residence, domicile, serve at, service at, lives at, resides at, located at, job site, work site,
        site, where, deliver at, delivered at, pick up, drop off, pick up from, drop off at, collection point,
        service location, property location, subject property, insured property, rental property, listing, curr addr,
        prev addr, prior addr, headquarters, hq, office, branch, wohnort, domicilio fiscal, sede, siège, siege,
        composite, unit
    """),
    ("ADDRESS", "street"): phrases("""
        stras, pstlz,
        street, street 1, street 2, street1, street2, street name, street line, street line 1, street line 2,
        address line, address line 1, address line 2, address line 3, address line1, address line2, address1,
        address2, address 1, address 2, addr1, addr2, line1, line2, line 1, line 2, strasse, rue, calle,
        house number, building number, apartment, apartment number, apt, apt number, unit number, secondary address,
        po box, pobox, streetaddress, straat, ulica, ulice, utca, sokak, addressline1, addressline2, hausnummer,
        street number, first line, second line, address first line, address second line, line one, line two,
        address line one, address line two, logradouro, rua, avenida, indirizzo via, straatnaam,
        straat en huisnummer, straat huisnummer, huisnummer, strasse hausnummer, strasse und hausnummer, strasse nr,
        str nr, street and number, street house number, streetname, numero rue, rue et numero, numero et rue,
        calle y numero, calle numero, numero exterior, via e numero, rua e numero, complemento, ulica i numer,
        ulica nr, nr domu, vejnavn, gatunamn, katu, utca hazszam, cadde, mahalle, mahallesi, улица, 街道, 番地,
        町名番地, delivery street, home street, work street, street full, thoroughfare, road name, building name,
        house no, flat no, flat number, premise, sub premise
    """),
    ("ADDRESS", "postcode"): phrases("""
        zip, zip code, zipcode, postal code, postalcode, post code, postcode, plz, postleitzahl, code postal,
        codigo postal, kod pocztowy, postnummer, postnr, postinumero, iranyitoszam, posta kodu, cep,
        pin code postal, pincode, post nr, postnumber, kod poczt, codice postale, cod postal, codigo postal cp, psc,
        irsz, posta kod, zip postal code, zip or postal code, zip postcode, postal zip, postcodigo,
        postleitzahl plz, postcode zip, 邮编, 邮政编码, 郵便番号, 우편번호, индекс, почтовый индекс, eircode, zip4,
        mailing postal code, billing postal code, shipping postal code
    """),
    ("ADDRESS", "coordinate"): phrases("""
        gps coordinates, home coordinates, home latitude, home longitude
    """),
    ("BIRTHDAY", "birthday"): phrases("""
        birthday date, born date, natal date,
        dob, date of birth, birth date, birthdate, birthday, birth day, born, born on, dateofbirth, d o b,
        geburtsdatum, geburtstag, fecha nacimiento, fecha de nacimiento, date naissance, date de naissance,
        data nascimento, b date, birth dt, 生日, 出生日期, 生年月日, 생년월일, дата рождения, data di nascita,
        geboortedatum, fodelsedatum, fodselsdato, data urodzenia, datum narozeni, dogum tarihi, syntymaaika,
        data de nascimento, szuletesi datum, data nasterii, birth, yob, year of birth, birth year, data nascita,
        nascita, naissance, nacimiento, nascimento, fecha nac, data nasc, dt nascimento, dt nasc, date naiss,
        geb datum, geboren am, geb am, geburtsdat, geburts datum, data di nasc, naissance le, date nais, ddn, fnac,
        f nacimiento, fecha de nac, fec nac, fecha nacim, data ur, urodzony, urodzona, data ur dz, urodziny,
        fodelsedag, fodselsdag, fodd, fodt dato, geboortedag, geboren op, datum nar, narozen, narozeniny,
        dogum gunu, d tarihi, szul datum, szuletesi ido, syntynyt, syntymapaiva, data nascerii, anniversaire,
        cumpleanos, compleanno, verjaardag, patient dob, birth d, bday, b day, dobirth, 出生年月, 誕生日, 생일,
        дата народження, день рождения, ne le, nee le, ne e le, nato il, nata il, nato a il, nacido el, dob dt,
        dob date, birth dte, date birth
    """),
    ("CRYPTO", "wallet"): phrases("""
        wallet, wallet address, btc address, bitcoin address, eth address, ethereum address, crypto address,
        crypto wallet, litecoin address, wallet id, bitcoin wallet, ethereum wallet, btc wallet, eth wallet,
        solana address, monero address, ltc address, deposit address, withdrawal address
    """),
}
"""Kind and form of the value, and the phrases that announce it. The first that lists a phrase has it."""
