"""Files from one agent to another: handed over by name, or left in an area that both are members of."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from functools import partial

import anyio.to_thread

from sandgate.errors import BadArguments, Denied, SandgateError
from sandgate.workspace import Stored, Workspace, Workspaces
from sandgate.workspace.changes import PAGE, Changes
from sandgate.workspace.names import INSIDE, path_of, shown

HANDED = "from"
"""The folder in which files arrive, below it one for each giver: they replace nothing that is the taker's own."""
AREA = "area."


async def hand_over(
    workspaces: Workspaces, files: Iterable[str], from_session: str, to_session: str, *, into: str | None = None
) -> list[Stored]:
    """Copy files and folders from the workspace of one session into another's, all of them or none.

    They arrive in `from/<from_session>/`, or in the folder `into`; `""` is the workspace itself. Raises BadArguments
    where there is no such file, SandgateError where they do not fit.
    """
    giver, taker = workspaces.of(from_session), workspaces.of(to_session)
    if giver.session == taker.session:
        raise BadArguments(f"{from_session!r} has these files already")
    folder = f"{HANDED}/{giver.session}" if into is None else path_of(into, top=True)
    return await anyio.to_thread.run_sync(_copied, giver, taker, [*files], folder)


class Area:
    """A place for files that several sessions share. It is not in their programs' workspaces: they put and take."""

    def __init__(self, workspaces: Workspaces, name: str, members: Collection[str]) -> None:
        """`members` are the sessions that may use it. Raises BadArguments for a name that cannot be one."""
        self._workspaces, self.name, self._members = workspaces, name, frozenset(members)
        self._session = f"{AREA}{name}"
        workspaces.of(self._session)

    async def put(self, session: str, files: Iterable[str], *, into: str = "") -> list[Stored]:
        """Copy files of a member's workspace into the area. What was there under the same name is replaced."""
        self._check(session)
        return await hand_over(self._workspaces, files, session, self._session, into=into)

    async def take(self, session: str, files: Iterable[str], *, into: str | None = None) -> list[Stored]:
        """Copy files of the area into a member's workspace: into `from/area.<name>/`, or the folder `into`."""
        self._check(session)
        return await hand_over(self._workspaces, files, self._session, session, into=into)

    async def list(self, session: str) -> list[Stored]:
        self._check(session)
        found = await anyio.to_thread.run_sync(self._workspaces.of(self._session).list)
        return [one for one in found if not one.folder]

    async def delete(self) -> bool:
        """All that is in it. False where there is nothing."""
        return await anyio.to_thread.run_sync(partial(self._workspaces.of(self._session).delete))

    def _check(self, session: str) -> None:
        if session not in self._members:
            raise Denied(f"session {session[:80]!r} is no member of the area {self.name!r}")


def _copied(giver: Workspace, taker: Workspace, files: list[str], folder: str) -> list[Stored]:
    """First what is new, which can be taken back; then what replaces something, which then must fit."""
    wanted = {one.path: one.size for name in files for one in _files(giver, name)}
    places = {path: path_of(f"{INSIDE}{folder}/{path}" if folder else shown(path)) for path in wanted}
    with taker.changing() as changes:
        _refuse(taker, places.values(), changes.refuses("", sum(-(-size // PAGE) * PAGE for size in wanted.values())))
        put: list[str] = []
        replaced = changes.sizes.keys() & places.values()
        try:
            for path, place in sorted(places.items(), key=lambda pair: pair[1] in replaced):
                _put(giver, changes, path, place)
                put += [] if place in replaced else [place]
        except BaseException:
            for place in put:
                changes.remove(place)
            raise
    return [one for place in places.values() for one in taker.list(shown(place))]


def _files(giver: Workspace, name: str) -> list[Stored]:
    found = [one for one in giver.list(name) if not one.folder]
    if not found:
        raise BadArguments(f"there is no file in {name[:80]!r} of session {giver.session!r}")
    return found


def _refuse(taker: Workspace, places: Collection[str], full: str) -> None:
    """Raises SandgateError where they do not fit, BadArguments where a folder is in the place of one, or a file."""
    if full:
        raise SandgateError(f"nothing was handed over to {taker.session!r}: {full}")
    there = taker.stamps()
    for place in places:
        above = place.split("/")[:-1]
        if there.get(place) == () or any(there.get("/".join(above[:end])) for end in range(1, len(above) + 1)):
            raise BadArguments(
                f"nothing was handed over to {taker.session!r}: {shown(place)} is a folder there, or in a file"
            )


def _put(giver: Workspace, changes: Changes, path: str, place: str) -> None:
    with giver.open(shown(path)) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if full := changes.refuses(place, size):
            raise SandgateError(f"nothing was handed over: {shown(place)}: {full}")
        changes.put(place, file)
