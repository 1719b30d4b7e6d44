"""Where reviewers ask for what a section shows. It helps them find it; it claims nothing about the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STATEMENT = (
    "This report is drawn from Sandgate's own audit. It is evidence for a reviewer, not a certification, an "
    "attestation or legal advice. The references say where reviewers of SOC 2 (Trust Services Criteria), the GDPR and "
    "the HIPAA rules (45 CFR Part 164) usually ask for such evidence; whether it suffices is theirs to decide."
)
SOC2, GDPR, HIPAA = "SOC 2", "GDPR", "HIPAA"
ASKED: Mapping[str, Mapping[str, Sequence[str]]] = {
    "summary": {SOC2: ["CC4.1", "CC7.2"], GDPR: ["Art. 5(2)"], HIPAA: ["§164.308(a)(1)(ii)(D)"]},
    "executions": {SOC2: ["CC6.1", "CC7.2"], GDPR: ["Art. 5(2)", "Art. 32(1)"], HIPAA: ["§164.312(b)"]},
    "violations": {SOC2: ["CC6.8", "CC7.2", "CC7.3"], GDPR: ["Art. 32(1)", "Art. 33"], HIPAA: ["§164.308(a)(6)(ii)"]},
    "high_risk": {SOC2: ["CC6.3", "CC8.1"], GDPR: ["Art. 25", "Art. 32(4)"], HIPAA: ["§164.308(a)(4)"]},
    "failures": {SOC2: ["CC7.3", "CC7.4"], GDPR: ["Art. 32(1)(b)"], HIPAA: ["§164.308(a)(6)(ii)"]},
    "tools": {SOC2: ["CC6.1", "CC9.2"], GDPR: ["Art. 28", "Art. 30"], HIPAA: ["§164.308(b)(1)", "§164.312(b)"]},
    "personal_data": {
        SOC2: ["C1.1", "P4.1", "P6.1"],
        GDPR: ["Art. 5(1)(c)", "Art. 25", "Art. 30", "Art. 32(1)(a)"],
        HIPAA: ["§164.502(b)", "§164.528"],
    },
    "network": {SOC2: ["CC6.6", "CC6.7"], GDPR: ["Art. 32(1)", "Art. 44"], HIPAA: ["§164.312(e)(1)"]},
    "changes": {SOC2: ["CC8.1"], GDPR: ["Art. 24(1)", "Art. 32(1)(d)"], HIPAA: ["§164.308(a)(8)"]},
    "durations": {SOC2: ["A1.1"], GDPR: ["Art. 32(1)(b)"], HIPAA: []},
    "tokens": {SOC2: ["A1.1"], GDPR: [], HIPAA: []},
    "record": {
        SOC2: ["CC7.2", "PI1.5"],
        GDPR: ["Art. 5(1)(f)", "Art. 5(2)"],
        HIPAA: ["§164.312(b)", "§164.312(c)(1)", "§164.316(b)(2)(i)"],
    },
}
