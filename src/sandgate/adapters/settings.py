"""What the settings say about the tools that are listed and what programs have."""

from __future__ import annotations

from sandgate.config import Config
from sandgate.server.surface import TOOLS, OwnTool, Reach


def chosen(config: Config) -> list[str]:
    """Our tools that are there only where the settings ask for them."""
    return [tool.name for tool in TOOLS if tool.setting and _is_on(tool, config)]


def reach(config: Config) -> Reach:
    return Reach(
        packages=config.sandbox.packages,
        hosts=config.network.allow,
        commands=config.commands.allow,
        privacy=config.privacy.mode,
    )


def _is_on(tool: OwnTool, config: Config) -> bool:
    table, _, key = tool.setting.partition(".")
    if table == "privacy" and config.privacy.mode == "off":
        return False
    return getattr(getattr(config, table), key) not in (False, "off")
