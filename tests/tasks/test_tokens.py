"""Tokens for personal data stay in their session."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.config import PrivacyOptions, PrivacyRuleOptions
from sandgate.errors import Denied

from .stage import NO_PRIVACY, staged, task

pytestmark = pytest.mark.anyio
TOKENS, OUTPUT = PrivacyOptions(mode="tokens"), PrivacyOptions(mode="output")
BY_RULE = PrivacyOptions(mode="off", rules=(PrivacyRuleOptions(tools=("crm.*",), mode="tokens"),))


@pytest.mark.parametrize("privacy", [TOKENS, OUTPUT, BY_RULE])
@pytest.mark.parametrize(("first", "second"), [("s", "t"), ("s", None), (None, "s"), (None, None)])
async def test_no_value_with_tokens_reaches_another_session(
    tmp_path: Path, privacy: PrivacyOptions, first: str | None, second: str | None
) -> None:
    async with staged(tmp_path, privacy=privacy) as (stage, tasks):
        with pytest.raises(Denied, match=r"'mail' comes after 'fetch'.*Give both the same session"):
            await tasks.run([task("fetch", session=first), task("mail", session=second, after=["fetch"])])
        await tasks.execute(task("fetch", session=first))
        with pytest.raises(Denied):
            await tasks.execute(task("mail", session=second, after=["fetch"]))
        again = await tasks.execute(task("mail", session=second))

    assert (again.ok, stage.began) == (True, ["fetch", "mail"])


@pytest.mark.parametrize(("privacy", "second"), [(TOKENS, "s"), (OUTPUT, "s"), (NO_PRIVACY, "t"), (NO_PRIVACY, None)])
async def test_values_are_handed_on_where_they_mean_the_same(
    tmp_path: Path, privacy: PrivacyOptions, second: str | None
) -> None:
    async with staged(tmp_path, privacy=privacy) as (_, tasks):
        results = await tasks.run([task("fetch", session="s"), task("mail", session=second, after=["fetch"])])

    assert results["mail"].ok


@pytest.mark.parametrize("privacy", [TOKENS, BY_RULE])
async def test_files_that_may_hold_tokens_stay_in_their_session(tmp_path: Path, privacy: PrivacyOptions) -> None:
    async with staged(tmp_path, privacy=privacy) as (_, tasks):
        with pytest.raises(Denied, match="files are not handed over"):
            await tasks.hand_over(["a.csv"], "s", "t")
        with pytest.raises(Denied, match="files are not handed over"):
            tasks.area("shared", ["s", "t"])
