"""What may stand in sandbox.packages and sandbox.preload."""

from __future__ import annotations

import pytest

from sandgate.config.requirements import requirements
from sandgate.errors import ConfigError

from .world import World


def test_packages_and_modules_arrive_as_they_were_written(world: World) -> None:
    world.write(
        "sandgate.toml", '[sandbox]\npackages = ["pandas", "numpy == 2.1"]\npreload = ["pandas", "scipy.stats"]'
    )

    sandbox = world.load().sandbox

    assert sandbox.packages == ("pandas", "numpy == 2.1")
    assert sandbox.preload == ("pandas", "scipy.stats")


def test_one_list_has_one_spelling_whatever_its_order() -> None:
    one = requirements(["Zope.Interface", "numpy >= 2, < 3", "pandas[Excel]"])
    other = requirements(["pandas[excel]", "zope-interface", "numpy>=2,<3"])

    assert one == other == ("numpy>=2,<3", "pandas[excel]", "zope-interface")


@pytest.mark.parametrize("text", ["numpy==2.*", "a~=1.4.2", "a!=1.0,>=0.9", "torch==2.1+cpu", "A1_b.c", "a>=1!2.0rc1"])
def test_a_name_with_versions_is_taken(text: str) -> None:
    assert requirements([text])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-r other.txt",
        "--index-url=https://example.com",
        "./local",
        "/srv/package",
        "greet.tar.gz/..",
        "git+https://example.com/greet",
        "numpy pandas",
        "numpy==",
        "numpy=2",
        "numpy; python_version < '3'",
        "numpy\n--pre",
        "numpy==1 --hash=sha256:00",
    ],
)
def test_anything_else_is_refused_with_the_key_and_an_example(world: World, text: str) -> None:
    quoted = text.replace("\n", "\\n")
    world.write("sandgate.toml", f'[sandbox]\npackages = ["{quoted}"]')

    with pytest.raises(ConfigError, match=r"sandgate.toml: sandbox.packages must hold names .* numpy==2.1; got"):
        world.load()


def test_an_address_is_not_repeated_in_the_message() -> None:
    with pytest.raises(ConfigError, match="got an address") as refused:
        requirements(["greet @ https://user:s3cret@example.com/greet.whl"])

    assert "s3cret" not in str(refused.value)


def test_a_package_stands_there_once() -> None:
    with pytest.raises(ConfigError, match="names numpy twice"):
        requirements(["numpy>=2", "NumPy<3"])


@pytest.mark.parametrize("name", ["", "a-b", "pandas as pd", "a..b", "os; import x"])
def test_what_is_no_name_of_a_module_cannot_be_preloaded(world: World, name: str) -> None:
    world.write("sandgate.toml", f'[sandbox]\npreload = ["{name}"]')

    with pytest.raises(ConfigError, match=r"sandbox.preload must hold names of modules"):
        world.load()
