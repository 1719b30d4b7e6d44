"""Imports without a look for garbage."""

from __future__ import annotations

import gc

import pytest

from sandgate.collecting import importing


def test_nothing_is_collected_while_importing_and_garbage_is_afterwards() -> None:
    with importing():
        during = gc.isenabled()

    assert not during
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    gc.unfreeze()


def test_an_import_that_fails_leaves_collection_on() -> None:
    with pytest.raises(ImportError), importing():
        raise ImportError

    assert gc.isenabled()
    gc.unfreeze()
