"""Finds the settings file, reads it, adds the servers of all clients, and makes the Config of it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from sandgate.config.code_execution import CodeExecution
from sandgate.config.documents import Document, read_document
from sandgate.config.imports import Gathering, settle
from sandgate.config.options import (
    Config,
    ImportOptions,
    RuleOptions,
    ServerOptions,
    config_tables,
    config_values,
    default_state_dir,
)
from sandgate.config.requirements import check_modules, requirements
from sandgate.config.servers import Origin
from sandgate.config.surroundings import Surroundings, is_file, why_no_file
from sandgate.config.tables import Place, as_table, read_options, refuse_unknown
from sandgate.config.variables import SANDGATE, Filling
from sandgate.errors import ConfigError
from sandgate.model import Limits


def load(
    path: Path | None = None,
    *,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
    home: Path | None = None,
    platform: str = sys.platform,
) -> Config:
    """Everything Sandgate is told by files. Reads files and nothing else; starts nothing.

    Raises ConfigError for a mistake in sandgate.toml or in a file that was named. A mistake in a client's own file
    is an entry in `Config.found`.
    """
    around = Surroundings(
        cwd=(cwd or Path.cwd()).absolute(),
        home=home or _home(),
        environ=os.environ if environ is None else environ,
        platform=platform,
    )
    file = settings_file(path, around)
    is_toml = file is not None and file.suffix.lower() == ".toml"
    document: Document = read_document(file, around.shown(file)) if file and is_toml else {}
    settings = _settings(document, file, around)
    gathering = _gathering(document, file, settings, around)
    found = settle(gathering.found, around)
    notices = _put_below(gathering.blocks(), settings, document)
    return Config(
        **settings,
        servers=tuple(entry.spec for entry in found if entry.state == "ready" and entry.spec),
        found=found,
        notices=notices,
        source=file,
    )


@contextmanager
def naming_file(config: Config) -> Generator[None]:
    """For parts that read their settings: they know the key, and what is wrong is told with the file as well."""
    try:
        yield
    except ConfigError as error:
        if config.source is None:
            raise
        around = Surroundings(cwd=Path.cwd(), home=_home(), environ=os.environ, platform=sys.platform)
        raise ConfigError(f"{around.shown(config.source)}: {error}") from error


def settings_file(path: Path | None, around: Surroundings) -> Path | None:
    """The file to read: the one that was named, else the first of the usual ones that exists."""
    variable = around.environ.get("SANDGATE_CONFIG")
    for named, where in ((path, ""), (variable and Path(variable), " (from SANDGATE_CONFIG)")):
        if named:
            file = around.path(str(named), around.cwd)
            if not is_file(file):
                raise ConfigError(f"{around.shown(file)}{where}: {why_no_file(file)}")
            return file
    usual = (around.cwd / "sandgate.toml", around.xdg_config / "sandgate" / "sandgate.toml")
    return next((file for file in usual if is_file(file)), None)


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        raise ConfigError("there is no home folder; set the variable HOME") from None


def _settings(document: Document, file: Path | None, around: Surroundings) -> dict[str, Any]:
    """The fields of Config that sandgate.toml sets, `limits` still as a dict so that others can be put below it."""
    place = Place(around.shown(file) if file else "")
    tables, plain = config_tables(), config_values()
    refuse_unknown(document, [*plain, *tables, "servers"], place)
    top = read_options(Config, {key: document[key] for key in plain if key in document}, place)
    values = {key: _filled(value, place / key, around) for key, value in top.items()}
    _check_prefix(values.get("prefix", ""), place / "prefix")
    values["state_dir"] = _state_dir(values, file, around)
    for name, options in tables.items():
        read = read_options(options, as_table(document.get(name, {}), place / name), place / name)
        filled = {key: _filled(value, place / name / key, around) for key, value in read.items()}
        values["import_" if name == "import" else name] = filled if options is Limits else options(**filled)
    requirements(values["sandbox"].packages, place / "sandbox" / "packages")
    check_modules(values["sandbox"].preload, place / "sandbox" / "preload")
    for index, rule in enumerate(values["policy"].rules):
        _check_rule(rule, (place / "policy" / "rules").item(index))
    return values


def _check_rule(rule: RuleOptions, place: Place) -> None:
    if not rule.tools:
        raise ConfigError(f'{place / "tools"} is missing: name the tools it is about, such as ["github.delete_*"]')
    limits = (rule.per_run, rule.per_minute)
    if rule.action == "limit" and limits == (None, None):
        raise ConfigError(f"{place} limits nothing: give per_run or per_minute")
    if rule.action != "limit" and limits != (None, None):
        raise ConfigError(f'{place}: per_run and per_minute need action = "limit"')


def _check_prefix(prefix: str, place: Place) -> None:
    if not re.fullmatch(r"[A-Za-z0-9_-]*", prefix):
        raise ConfigError(f"{place} may hold only letters, digits, _ and -, as it begins the names of tools")


def _state_dir(values: Mapping[str, Any], file: Path | None, around: Surroundings) -> Path:
    if file is None or "state_dir" not in values:
        return default_state_dir(around.environ, around.home)
    return around.path(values["state_dir"], file.parent)


def _filled(value: Any, place: Place, around: Surroundings) -> Any:
    if isinstance(value, tuple):
        return tuple(_filled(item, place, around) for item in cast(tuple[Any, ...], value))
    if not isinstance(value, str | Path):
        return value
    filling = Filling(SANDGATE, around)
    text = filling.text(str(value))
    if filling.missing:
        raise ConfigError(f"{place}: {filling.missing[0]}")
    return text


def _gathering(document: Document, file: Path | None, settings: Mapping[str, Any], around: Surroundings) -> Gathering:
    """All servers, strongest file first: our own, the files that were named, the project's, the user's."""
    gathering = Gathering(settings["http"], around)
    imports: ImportOptions = settings["import_"]
    if file and file.suffix.lower() != ".toml":
        gathering.add_named_file(file, "sandgate")
    elif file:
        _add_own_servers(gathering, document, file, around)
    for name in imports.files:
        gathering.add_named_file(around.path(name, file.parent if file else around.cwd), "file")
    gathering.add_clients(imports)
    return gathering


def _add_own_servers(gathering: Gathering, document: Document, file: Path, around: Surroundings) -> None:
    place = Place(around.shown(file), "servers")
    origin = Origin(client="sandgate", file=file, folder=file.parent, variables=SANDGATE)
    for name, entry in as_table(document.get("servers", {}), place).items():
        values = read_options(ServerOptions, as_table(entry, place / name), place / name)
        gathering.add(name, ServerOptions(**values), origin)


def _put_below(blocks: Sequence[CodeExecution], settings: dict[str, Any], document: Document) -> tuple[str, ...]:
    """The first block counts where sandgate.toml says nothing; what is not in effect is returned."""
    first, others = (blocks[0], blocks[1:]) if blocks else (CodeExecution(file=""), ())
    limits: dict[str, Any] = {**first.limits, **settings["limits"]}
    settings["limits"] = Limits(**limits)
    for table, options in first.options.items():
        left_open = {name: value for name, value in options.items() if name not in document.get(table, {})}
        settings[table] = replace(settings[table], **left_open)
    unused = [
        f"{block.file}: mcpCodeExecution is not in effect: the one in {first.file} comes first" for block in others
    ]
    return (*first.notices, *unused)
