"""Which scenarios of the suite do not apply to a server like ours, and why. All others must pass."""

from __future__ import annotations

_OWN_TOOL = "calls a tool of the suite's own, which the server under test must offer; our tools are fixed"
_QUESTION = "asks the user through a tool of the suite's own; our tools ask where a rule does"
_RESOURCES = "asks for resources of the suite's own; ours are the skills that a person has saved"
_TEMPLATES = "we offer no resource templates and no subscriptions to resources"
_PROMPTS = "we offer no prompts, and say so in our capabilities"
_LOGGING = "protocol logging is deprecated; we do not offer it and say so in our capabilities"
_COMPLETION = "we offer nothing to complete, and say so in our capabilities"

NOT_APPLICABLE: dict[str, str] = {
    "logging-set-level": _LOGGING,
    "completion-complete": _COMPLETION,
    "tools-call-simple-text": _OWN_TOOL,
    "tools-call-image": _OWN_TOOL,
    "tools-call-audio": _OWN_TOOL,
    "tools-call-embedded-resource": _OWN_TOOL,
    "tools-call-mixed-content": _OWN_TOOL,
    "tools-call-with-logging": _LOGGING,
    "tools-call-error": _OWN_TOOL,
    "tools-call-with-progress": _OWN_TOOL,
    "tools-call-sampling": _QUESTION,
    "tools-call-elicitation": _QUESTION,
    "json-schema-2020-12": _OWN_TOOL,
    "elicitation-sep1034-defaults": _QUESTION,
    "elicitation-sep1330-enums": _QUESTION,
    "server-sse-polling": _OWN_TOOL,
    "resources-read-text": _RESOURCES,
    "resources-read-binary": _RESOURCES,
    "resources-templates-read": _TEMPLATES,
    "resources-subscribe": _TEMPLATES,
    "resources-unsubscribe": _TEMPLATES,
    "prompts-list": _PROMPTS,
    "prompts-get-simple": _PROMPTS,
    "prompts-get-with-args": _PROMPTS,
    "prompts-get-embedded-resource": _PROMPTS,
    "prompts-get-with-image": _PROMPTS,
    "http-custom-header-server-validation": "needs a tool that reads request headers (`x-mcp-header`); ours read none",
    "input-required-result-basic-elicitation": _QUESTION,
    "input-required-result-basic-sampling": _QUESTION,
    "input-required-result-basic-list-roots": _QUESTION,
    "input-required-result-request-state": _QUESTION,
    "input-required-result-multiple-input-requests": _QUESTION,
    "input-required-result-multi-round": _QUESTION,
    "input-required-result-missing-input-response": _QUESTION,
    "input-required-result-non-tool-request": _PROMPTS,
    "input-required-result-result-type": _QUESTION,
    "input-required-result-tampered-state": _QUESTION,
    "input-required-result-capability-check": _QUESTION,
    "input-required-result-ignore-extra-params": _QUESTION,
    "input-required-result-validate-input": _QUESTION,
}

CHECKS_NOT_APPLICABLE: dict[str, str] = {
    "sep-2549-prompts-list-caching-hints": _PROMPTS,
    "sep-2549-resources-templates-list-caching-hints": _TEMPLATES,
    "sep-2575-server-rejects-undeclared-capability": _OWN_TOOL,
    "sep-2575-missing-capability-http-400": _OWN_TOOL,
    "sep-2575-http-server-no-independent-requests-on-stream": _OWN_TOOL,
    "sep-2575-server-no-log-without-loglevel": _OWN_TOOL,
}
"""Single checks of scenarios that apply otherwise."""
