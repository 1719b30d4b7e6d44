"""Which of the gateway's variables a server is given: what any program needs to run, and no secret of ours."""

from __future__ import annotations

import os
from collections.abc import Mapping

from sandgate.model import ServerSpec

_NAMES = (
    # who and where
    "HOME LOGNAME PATH SHELL TERM USER TMPDIR TEMP TMP LANG LANGUAGE TZ "
    "APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES SYSTEMDRIVE SYSTEMROOT USERNAME USERPROFILE PATHEXT COMSPEC "
    # how to reach the network: without these npx and uvx fail behind a company's proxy
    "HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy "
    "SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS "
    # where package runners find their packages
    "NPM_CONFIG_REGISTRY npm_config_registry NPM_CONFIG_CACHE npm_config_cache NPM_CONFIG_USERCONFIG NVM_DIR NVM_BIN "
    "UV_INDEX_URL UV_DEFAULT_INDEX UV_INDEX UV_CACHE_DIR UV_PYTHON UV_PYTHON_INSTALL_DIR UV_NATIVE_TLS UV_FIND_LINKS "
    "PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CERT PIP_FIND_LINKS PYENV_ROOT PYENV_VERSION "
    # where a container engine listens
    "DOCKER_HOST DOCKER_CONFIG CONTAINER_HOST"
)
PASSED_ON = frozenset(_NAMES.split())
PASSED_ON_PREFIXES = ("LC_", "XDG_")


def environment(spec: ServerSpec, ours: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables a server starts with: the harmless part of ours, then its own."""
    ours = os.environ if ours is None else ours
    passed = {name: value for name, value in ours.items() if name in PASSED_ON or name.startswith(PASSED_ON_PREFIXES)}
    return {name: value for name, value in passed.items() if not value.startswith("()")} | dict(spec.env)
