"""Words in keys that say whom or what a value is about, and those that turn a key to something else."""

from __future__ import annotations

from ..words import phrases, words

ROLES: dict[str, frozenset[str]] = {
    "person": words("""
        usr cdtr dbtr ultmt_cdtr ultmt_dbtr
        user person customer client contact employee patient student teacher member owner author assignee
        reporter creator committer reviewer requester requestor attendee organizer participant guest recipient
        sender lead candidate applicant driver passenger buyer seller holder cardholder beneficiary subscriber
        donor manager staff doctor physician nurse spouse guardian profile individual human consumer
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
        repo repository file label project channel guild branch tag milestone workflow job step tool server product
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
        department division holiday location territory hobby interest degree award badge tier grade shift menu meal
        allergy medication vaccine amenity room building floor sensor meter vlan firewall award certification
        pool window chapter commit check run suite release asset artifact package_manager symbol settings config options
    """),
    "secret": words("""
        jwt jwt_settings jwt_config encryption crypto hmac signing token_settings cookie_encryption api_tokens api_keys
        access_tokens
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

BY_PROGRAMS = words("""
    managed provisioned deployed generated built installed monitored triggered executed scanned produced rendered
    rotated synced published hosted served issued run
""")
"""What programs do as often as people, `managed-by: Helm`: there one word has to be a given name."""

OPEN_KEYS = words("""
    primary foreign public change partition sort cache object row hash lookup idempotency group message dedup
    deduplication project issue site host index map event s3 file image dict natural composite unique
    surrogate business search translation i18n locale config feature flag setting registry shortcut hot keyboard
    order record doc document range join cluster distribution epic story parent sub answer product item price
    plan team board incident alert metric label property attribute field column data entity state redux react query memo
    sentry case component set style variable interaction contact definition subscriber journey extension block blob
    author allocation bucket upload asset folder recording conversation integrator
""")
"""What stands before `key` where it opens nothing: `primary_key`, `cache_key`."""

IDENTIFIERS = words("""
    number num key url href uri path filename code
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
    version versions revision rev build release firmware fw ver semver installed latest wanted
""")

VARIANTS = words("""
    short sortable sort sorted qualified printed print check formatted official alternate alternative native local
    localized english latin kana phonetic romanized chosen informal formal common long complete badge public friendly
    previous former current known
""")
"""How a name is written, in front of `name`: it is somebody's where a bare one would be."""

CITIES = words("""
    city town locality village suburb municipality ort stadt ville ciudad cidade citta
""")

CONTAINERS = words("""
    data attributes properties fields items results records rows nodes node edges edge values value entry
    entries list object objects details info payload content body response result included relationships
    embedded page pages hits docs documents elements members resource resources
""")
"""Keys that say nothing of their own: what they hold is about the same as what holds them."""
