"""How providers write their keys, as far as the form alone tells: one line each, by what they provide.

Where two of a provider's keys begin alike, the longer form stands first. `PUBLIC` are those that everybody may know:
they stand in pages and apps on purpose, or only name a client.
"""

from __future__ import annotations

import re

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

CLOUDS = {
    "AWS": r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])|A3T[A-Z0-9]{17}(?![A-Z0-9])",
    "AWS, metadata of machines": r"AQAE[\w\-]{50}==",
    "AWS AppSync": r"da2-[a-z0-9]{26}(?!\w)",
    "AWS Bedrock": r"ABSK[A-Za-z0-9+/]{60,}={0,2}|bedrock-api-key-[\w+/]{20,}={0,2}",
    "Google": r"AIza[\w\-]{35}(?![\w\-])|ya29\.[\w\-]{20,}|GOCSPX-[\w\-]{20,}|AQ\.[\w\-]{40,}",
    "Google, storage": r"GOOG(?:1E[A-Z0-9]{55}|(?=[A-Z]{0,19}\d)[A-Z0-9]{20})(?!\w)",
    "Azure": r"AccountKey=[\w+/=]{60,}|[\w.~]{3}\dQ~[\w.~\-]{31,34}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?!\w)",
    "Azure, marked": r"[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27}(?!\w)|[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}(?!\w)"
    r"|[\w\-]{44}AzFu[\w\-]{5}[AQgw]==",
    "Alibaba": r"LTAI[A-Za-z0-9]{12,24}(?![\w\-])",
    "Tencent": r"AKID[A-Za-z0-9]{32}(?!\w)",
    "Yandex": r"y0_[\w\-]{50,}|AQVN[\w\-]{35,38}(?!\w)|t1\.[\w\-]{1,20}={0,2}\.[\w\-]{60,}={0,2}",
    "DigitalOcean": r"do[opr]_v1_[0-9a-f]{64}",
    "Scaleway": r"SCW[A-Z0-9]{17}(?!\w)",
    "Heroku": r"HRKU-[\w\-]{30,}",
    "Fly": r"fo1_[\w\-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{60,}={0,3}",
    "Vercel": r"vc[aikpr]_[A-Za-z0-9]{24,}",
    "Netlify": r"nfp_[A-Za-z0-9]{36,}",
    "Render": r"rnd_[A-Za-z0-9]{28,}",
    "Cloudflare": r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}",
    "Cloudflare, tunnels": r"eyJhIjoi[A-Za-z0-9]{30,60}LCJ0Ijoi[A-Za-z0-9+/]{60,}={0,2}",
    "Akamai": r"akab-[a-z0-9]{16}-[a-z0-9]{16}(?!\w|\.[a-z\-]{2,20}\.akamai)",
    "K3s": r"K10[0-9a-f]{64}::[\w.\-]{1,40}:[0-9a-f]{16,64}(?!\w)",
    "OpenShift": r"sha256~[\w\-]{43}",
    "TrueNAS": r"\d{1,4}-(?=[a-z\d]{0,64}[A-Z])(?=[A-Z\d]{0,64}[a-z])[A-Za-z0-9]{64}(?!\w)",
    "Tailscale": r"tskey-[a-z]+-[\w\-]{16,}",
    "ngrok": r"[12][A-Za-z0-9]{26}_[A-Za-z0-9]{20,22}(?!\w)",
    "Terraform": r"[A-Za-z0-9]{14}\.atlasv1\.[\w\-=]{40,}",
    "Pulumi": r"pul-[0-9a-f]{40}(?!\w)",
    "Docker": r"dckr_[po]at_[\w\-]{20,}|SWMTKN-1-[a-z0-9]{40,}-[a-z0-9]{20,}",
    "Defined Networking": r"dnkey-[\w\-=]{20,30}-[\w\-=]{40,}",
}
CODE = {
    "GitHub": r"ghs_\w{1,20}_eyJ[\w\-.]{40,}|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{40,255}",
    "GitLab": r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|ffct|imt)-[\w\-]{18,}(?:\.\w{2,12}){0,2}|GR1348941[\w\-]{20}",
    "Bitbucket": r"ATBB[A-Za-z0-9]{28,}|BBDC-[A-Za-z0-9+/]{40,}",
    "Atlassian": r"AT(?:AT|CT|ST)T3[\w\-=]{50,}|(?:[MNO][A-Za-z][A-Za-z0-9]{2}){4}O[g-v][A-Za-z0-9+/]{26}(?![\w+/=])",
    "Sourcegraph": r"sgp_(?:\w{5,24}_)?[0-9a-fA-F]{40,64}|slk_[0-9a-f]{64}",
    "npm": r"npm_[A-Za-z0-9]{36}",
    "PyPI": r"pypi-[\w\-]{50,}",
    "RubyGems": r"rubygems_[0-9a-f]{48}",
    "NuGet": r"oy2[a-z0-9]{43}(?!\w)",
    "crates.io": r"cio[A-Za-z0-9]{32}(?!\w)",
    "Clojars": r"CLOJARS_[A-Za-z0-9]{50,}",
    "Artifactory": r"AKCp[A-Za-z0-9]{60,}|cmVmd[A-Za-z0-9]{59}(?!\w)",
    "CircleCI": r"CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}",
    "Buildkite": r"bku[at]_[0-9a-f]{40}",
    "SonarQube": r"sq[apu]_[0-9a-f]{40}(?!\w)",
    "Dependency-Track": r"odt_[A-Za-z0-9]{32,}",
    "Snyk": r"snyk_[a-z]{3}\.[0-9a-f]{8}\.[\w\-.]{30,}",
    "Postman": r"PMAK-[\w\-]{50,}|PMAT-[A-Z0-9]{26}(?!\w)",
    "ReadMe": r"rdme_[a-z0-9]{60,}",
    "Jenkins": r"11[0-9a-f]{32}(?!\w)",
    "Octopus": r"API-[A-Z0-9]{26}(?!\w)",
    "Prefect": r"pn[bu]_[A-Za-z0-9]{36}",
    "Trigger": r"tr_(?:dev|prod|stg)_\w{20,}",
    "Inngest": r"signkey-[a-z]+-[0-9a-f]{32,}",
    "Zuplo": r"zpka_[a-z0-9]{32}_[a-z0-9]{8}(?!\w)",
    "Kong": r"[ks]pat_[A-Za-z0-9]{40,}",
}
VAULTS = {
    "1Password": r"ops_eyJ[\w\-+/]{40,}={0,3}|A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}",
    "Vault": r"hv[sbr]\.[\w\-]{20,}|[sb]\.(?=[A-Za-z]{0,20}\d)(?=[A-Z0-9]{0,20}[a-z])[A-Za-z0-9]{24}(?![\w(.])",
    "Doppler": r"dp\.(?:pt|st|ct|sa|audit|scim)\.[\w\-.]{20,}",
    "Bitwarden": rf"0\.{_UUID}\.[A-Za-z0-9]{{30}}:[A-Za-z0-9+/]{{22}}==",
    "Infisical": r"st\.[0-9a-f]{24}\.[0-9a-f]{32}[\w.]*",
    "age": r"AGE-SECRET-KEY-1[0-9A-Z]{50,}",
    "Okta": r"00(?=[\w\-]{0,30}[a-z])(?=[\w\-]{0,30}[A-Z])[\w\-]{40}(?![\w\-])",
    "Ory": r"ory_(?:at|pat|rt|st)_[\w\-]{30,}",
    "Stytch": r"secret-(?:live|test)-[\w\-=]{36}",
}
MODELS = {
    "Anthropic": r"sk-ant-[\w\-]{20,}",
    "OpenAI": r"sk-(?:proj|svcacct|admin|None)-[\w\-]{20,}|sess-[A-Za-z0-9]{40}",
    "OpenRouter": r"sk-or-v1-[0-9a-f]{40,}",
    "Langfuse": rf"sk-lf-{_UUID}",
    "many": r"sk-[A-Za-z0-9]{20,}",
    "Hugging Face": r"(?:hf|api_org)_(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[A-Za-z0-9]{30,40}(?!\w)",
    "Groq": r"gsk_[A-Za-z0-9]{40,}",
    "Replicate": r"r8_[A-Za-z0-9]{30,}",
    "Perplexity": r"pplx-[A-Za-z0-9]{40,}",
    "xAI": r"xai-[A-Za-z0-9]{40,}",
    "Together": r"tgp_v1_[\w\-]{40,}",
    "Cerebras": r"csk-[a-z0-9]{40,}",
    "Voyage": r"pa-[\w\-]{40,}",
    "Anyscale": r"(?:esecret|aph0)_[A-Za-z0-9]{20,}",
    "Fireworks": r"fw_[A-Za-z0-9]{22,24}(?!\w)",
    "Nvidia": r"nvapi-[\w\-]{40,}",
    "ElevenLabs": r"sk_[0-9a-f]{48}(?!\w)",
    "LangSmith": r"lsv2_(?:pt|sk)_\w{32,}",
    "Pinecone": r"pcsk_\w{40,}",
    "Mem0": r"m0-[A-Za-z0-9]{40}(?!\w)",
    "E2B": r"e2b_[0-9a-f]{32,}",
    "Tavily": r"tvly-[\w\-]{20,}",
    "Brave": r"BSA[\w\-]{26,28}(?![\w\-])",
    "Jina": r"jina_\w{40,}",
    "Firecrawl": r"fc-[0-9a-f]{32}(?!\w)",
    "Browserbase": r"bb_live_[\w\-]{20,}",
    "Apify": r"apify_api_\w{30,}",
    "Context7": rf"ctx7sk-{_UUID}",
    "PagerDuty": r"[uy]\+[A-Za-z0-9_\-+]{18}(?![\w+\-])",
}
PAYMENTS = {
    "Adyen": r"AQE[A-Za-z][A-Za-z0-9+/]{40,}={0,2}-[A-Za-z0-9+/]{20,}={0,2}-[^\s\"'\\]{10,}",
    "Stripe": r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|[sr]k_prod_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,}",
    "Square": r"sq0(?:atp|csp)-[\w\-]{22,}|EAAA[\w\-]{56,}",
    "Razorpay": r"rzp_(?:live|test)_[A-Za-z0-9]{14}",
    "Flutterwave": r"FLWSECK(?:_TEST)?-[0-9A-Za-z\-]{12,}",
    "Plaid": rf"access-(?:sandbox|production|development)-{_UUID}",
    "Paddle": r"pdl_(?:live|sdbx)_\w{40,}",
    "Polar": r"polar_[a-z]{2,4}_[A-Za-z0-9]{30,}",
    "Shopify": r"(?:shp[a-z]{2,3}|prtapi)_[0-9a-fA-F]{32}",
    "EasyPost": r"EZ[AT]K[A-Za-z0-9]{54}",
    "Shippo": r"shippo_(?:live|test)_[0-9a-fA-F]{40}",
    "Duffel": r"duffel_(?:test|live)_[\w\-=]{30,}",
    "Lob": r"(?:live|test)_(?:pub_)?[0-9a-f]{31,40}(?!\w)",
    "Onfido": r"api_(?:live|sandbox)(?:_[a-z]{2})?\.[\w\-]{11}\.[\w\-]{32}",
    "Persona": r"persona_(?:sandbox|production)_[\w\-]{30,}",
    "MaxMind": r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\w)",
}
MESSAGES = {
    "Slack": r"xox[abeoprs]-[\w\-]{10,}|xapp-\d-[\w\-]{20,}|xoxe\.xox[bp]-[\w\-]{20,}",
    "Discord": r"[MNO][A-Za-z0-9_\-]{23,27}\.[\w\-]{6}\.[\w\-]{27,38}(?![\w\-])",
    "SendGrid": r"SG\.[\w\-]{16,}\.[\w\-]{16,}",
    "Mailgun": r"key-[0-9a-z]{32}(?!\w)|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w\-])",
    "Mailchimp": r"[0-9a-f]{32}-us\d{1,2}(?!\w)",
    "Klaviyo": r"pk_[0-9a-f]{34}(?!\w)",
    "Brevo": r"x(?:key|smtp)sib-[0-9a-f]{64}-\w{16}",
    "Resend": r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}",
    "Twilio": r"SK[0-9a-fA-F]{32}(?!\w)",
    "Telnyx": r"KEY0[0-9A-F]{31}_[A-Za-z0-9]{22}(?!\w)",
    "PubNub": r"sec-c-[A-Za-z0-9]{48}(?!\w)",
    "Intercom": r"ico-[A-Za-z0-9]{32}(?!\w)|dG9rO[A-Za-z0-9+/]{50,}={0,2}",
    "Sendbird, SumUp": r"sm_[aps]at_[A-Za-z0-9]{16}|s-s4t2(?:ud|af)-[0-9a-f]{64}",
    "Facebook": r"EAA[A-Za-z0-9]{90,}|IGQ[A-Z][\w\-]{80,}",
    "Twitter": r"A{20}[\w%]{60,}",
    "VK": r"vk1\.a\.[\w\-]{80,}",
    "LinkedIn": r"WPL_AP\d\.[A-Za-z0-9]{16}\.[A-Za-z0-9+/=]{6,}",
}
WORK = {
    "Notion": r"ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}",
    "Linear": r"lin_api_[A-Za-z0-9]{32,}|lin_oauth_[0-9a-f]{40,}",
    "Figma": r"fig[dou]_[\w\-]{30,}",
    "Airtable": r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|oaa[A-Za-z0-9]{14}\.v1\.[\w\-.]{40,}",
    "ClickUp": r"pk_\d{6,9}_[A-Z0-9]{32}",
    "HubSpot": rf"pat-(?:na|eu)\d-{_UUID}",
    "Salesforce": r"00D[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?![\w.\-]{60,}",
    "Dropbox": r"sl\.(?:u\.)?[\w\-]{100,}",
    "Contentful": r"CFPAT-[\w\-]{40,}",
    "Sanity": r"sk(?=[A-Z\d]*[a-z])(?=[a-z\d]*[A-Z])[A-Za-z0-9]{100,}",
    "Typeform": r"tfp_[\w\-=.]{40,}",
    "Frame.io": r"fio-u-[\w\-=]{40,}",
    "Cal.com": r"cal_(?:live_)?[0-9a-f]{32}(?!\w)",
    "Adobe": r"p8e-[A-Za-z0-9\-]{32}(?!\w)",
    "Mapbox": r"sk\.eyJ[\w\-]{20,}\.[\w\-]{20,}",
    "ImageKit": r"private_(?=[a-z=+/]*[\dA-Z])[A-Za-z0-9=+/]{27,}",
    "Smartsheet and others": r"[ps]at\.[\w\-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}",
    "Lokalise and others": r"tk-us-[\w\-]{40,}|4b1d[A-Za-z0-9]{38}(?!\w)",
    "Tableau": r"[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}(?!\w)",
    "DeepL": rf"{_UUID}:fx(?!\w)",
    "Alchemy": r"alcht_[A-Za-z0-9]{30}(?!\w)",
    "WunderGraph": r"cosmo_[0-9a-f]{32}(?!\w)",
    "Dub": r"dub_[A-Za-z0-9]{24}(?!\w)",
    "Teamwork": r"tkn\.v1_[\w\-+/]{40,}={0,2}",
    "Ubidots": r"BBFF-[A-Za-z0-9]{30,}",
}
DATABASES = {
    "Supabase": r"sbp_(?:v\d_)?[0-9a-z]{40}|sb_secret_[\w\-]{20,}",
    "Neon": r"napi_[a-z0-9]{50,}",
    "PlanetScale": r"pscale_(?:tkn|pw|oauth)_[\w\-.=]{30,}",
    "MongoDB": r"mdb_sa_sk_[\w\-]{40,}",
    "Databricks": r"(?:dapi|dose|dkea)[0-9a-f]{32}(?:-\d)?",
    "dbt": r"dbt[cus]_[\w\-=]{30,}",
    "pganalyze": r"pga[a-z]_[A-Za-z0-9]{28,}",
    "Elastic": r"essu_[A-Za-z0-9+/]{60,}={0,2}|eyJ2ZXIiOiI[45][A-Za-z0-9+/]{80,}={0,2}",
    "Confluent": r"cflt[A-Za-z0-9+/]{56,}",
}
WATCHING = {
    "Grafana": r"glsa_\w{32,}|glc_[\w+/]{32,}={0,3}|eyJrIjoi[\w\-]{40,}",
    "Sentry": r"sntry[su]_[\w\-+/=]{30,}",
    "New Relic": r"NR(?:AA|AK|II|IQ|SP|RA|BR|AL)-[\w\-]{20,}|NRJS-[0-9a-f]{19}",
    "New Relic, licences": r"(?:eu01xx|[0-9a-f]{4})[0-9a-fx]{28,32}(?:FFFF)?NRAL(?!\w)",
    "Datadog": r"dd(?:app|pat|sat)_[A-Za-z0-9]{30,}",
    "Dynatrace": r"dt0[cs]\d\d\.[\w\-.]{40,}",
    "Honeycomb": r"hc[a-z]{1,3}k_[0-9a-z]{50,}",
    "Axiom": rf"xa(?:at|pt)-{_UUID}",
    "PostHog": r"phx_\w{40,}",
    "LaunchDarkly": rf"(?:sdk|api)-{_UUID}",
    "FullStory": r"(?:na1|eu1)\.[A-Za-z0-9+/]{60,}={0,2}",
    "Statsig": r"secret-[A-Za-z0-9]{40,}",
}
SIGNED = {
    "tokens": r"(?:v\d\.)?eyJ[\w\-]{8,}\.[\w\-]{6,}\.[\w\-]*",
    "logins of registries": r"eyJhdXRocyI6[A-Za-z0-9+/]{40,}={0,2}",
    "keys without armour": r"MII[A-Z][A-Za-z0-9+/]{2}IBA[A-Za-z0-9+/]{60,}={0,2}",
    "keys in base64": r"LS0tLS1CRUdJTiB(?:SU0Eg|FQyBQ|QUklWQVRF|PUEVOU1NI|FTkNSWVBU)[A-Za-z0-9+/]{40,}={0,2}",
    "tokens of NTLM": r"TlRMTVNTUAAD[A-Za-z0-9+/]{40,}={0,2}",
    "tokens in base64": r"ZXlK[A-Za-z0-9+/]{60,}={0,2}",
}
PUBLIC = {
    "Stripe": r"pk_(?:live|test)_(?:51[A-Za-z0-9]{30,120}|[A-Za-z0-9]{24})|cs_(?:live|test)_[A-Za-z0-9]{40,80}"
    r"|(?:acct|ba|bps|ca|card|ch|cn|cus|dp|ent|evt|fca|feat|fee|file|iauth|ic|ich|idp|ii|in|ipi|link|mtr|pi|plink|pm|po|price"
    r"|prod|promo|py|qt|re|req|seti|si|src|sub|taxid|tml|tmr|tr|txn|txr|vr|vs|we)_(?:live_|test_)?[A-Za-z0-9]{14,32}",
    "Paystack": r"pk_(?:live|test)_[0-9a-f]{40}",
    "Clerk": r"pk_(?:live|test)_[A-Za-z0-9+/]{20,100}(?:JA={0,2}|Q=?|k)",
    "Adyen": r"(?:live|test)_[A-Z0-9]{32}",
    "Square": r"sq0idp-[\w\-]{22,}",
    "Flutterwave": r"FLWPUBK(?:_TEST)?-[0-9A-Za-z\-]{12,}",
    "Supabase": r"sb_publishable_[\w\-]{16,}",
    "Mapbox": r"pk\.eyJ[\w\-]{20,}\.[\w\-]{20,}",
    "PostHog": r"phc_\w{30,}",
    "Langfuse": rf"pk-lf-{_UUID}",
    "Salesforce": r"3MVG9[\w.]{60,}",
    "Google": r"\d{6,14}-[a-z0-9]{32}\.apps\.googleusercontent\.com|(?:G|GTM)-[A-Z0-9]{6,12}",
    "SSH": r"(?:[\w.\-]{1,40}:)?(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-[a-z\d\-]{8,24}@openssh\.com)"
    r"(?:-cert-v01@openssh\.com)? AAAA[\w+/]{20,}={0,3}(?: [^\n]{0,100})?",
    "Tailscale": r"(?:mkey|nodekey|discokey|nlpub):[0-9a-f]{64}",
    "OpenAI": r"org-[A-Za-z0-9]{24}|proj_[A-Za-z0-9]{24}",
    "GitHub": r"(?:Ov23|Iv23)[a-z]{2}[A-Za-z0-9]{14}|Iv1\.[0-9a-f]{16}",
    "Web Push": r"B[A-P][\w\-]{85}",
    "Twilio": r"(?:AC|AP|CA|CH|IS|KS|MG|MM|NE|PN|RE|SM|VA|WS|ZS)[0-9a-f]{32}",
}

FORMS = CLOUDS | CODE | VAULTS | MODELS | PAYMENTS | MESSAGES | WORK | DATABASES | WATCHING | SIGNED
PROVIDERS = re.compile(f"(?:{'|'.join(FORMS.values())})")
_KNOWN_TO_ALL = re.compile(f"(?:{'|'.join(PUBLIC.values())})")


def is_public(value: str) -> bool:
    """Whether all of it is what its provider shows to everybody; each line of some."""
    if "\n" in value:
        return all(map(_KNOWN_TO_ALL.fullmatch, value.strip().splitlines()))
    return bool(_KNOWN_TO_ALL.fullmatch(value))
