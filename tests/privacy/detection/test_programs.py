"""Programs that take a secret without a name for it."""

from __future__ import annotations

import pytest

from .reading import found


@pytest.mark.parametrize(
    "command",
    [
        "lftp -u transfer,{} sftp://files.example.com:2222 -e 'ls out'",
        "lftp -u 'transfer,{}' files.example.com",
        "ncftpput -u bob -p {} files.example.com /in a.csv",
        "evil-winrm -i 10.0.0.1 -u admin -p '{}'",
        "mosquitto_pub -h mq -u sensor -P {} -t a/b -m hi",
        "snmpwalk -v2c -c {} 10.0.0.1 1.3.6.1",
        "snmpget -v3 -l authPriv -u mon -a SHA -A {} 10.0.0.1",
        "7z a -p{} backup.7z photos/",
        "unrar x -p{} a.rar",
        "vault login {}",
        "consul kv put shop/db/password {}",
        "az keyvault secret set --vault-name kv --name db-pass --value '{}'",
        "composer config http-basic.repo.example.org jane {}",
        "echo {} | wrangler secret put API_TOKEN",
        "npx cypress run --record --key {} --parallel",
        "dotnet nuget push out/a.nupkg -k {} -s https://nuget.example.org",
        "bash <(curl -s https://codecov.io/bash) -t {}",
        "snyk auth {}",
        "wandb login --relogin {}",
        "npm config set //npm.example.org/:_authToken {}",
        "composer config -g github-oauth.github.com {}",
        "composer config gitlab-token.git.example.org {}",
        "printf '%s' '{}' | gh auth login --with-token",
        "sonar-scanner -Dsonar.login={} -Dsonar.sources=src",
        "fly secrets set SESSION_SIGNER={}",
    ],
)
def test_what_a_program_takes_by_its_place_is_hidden(command: str) -> None:
    assert ("SECRET", "q7RkP2zVn9XbT4mW") in found(command.format("q7RkP2zVn9XbT4mW"))


@pytest.mark.parametrize("command", ["codecov -t {} -f coverage.xml", "snyk auth {}", "cypress run --record --key {}"])
def test_some_programs_take_the_number_of_a_record_as_their_key(command: str) -> None:
    value = "7c1e0a52-93bd-4f68-a0d4-2be85f9c6173"

    assert found(command.format(value)) == [("SECRET", value)]


@pytest.mark.parametrize(
    "command",
    [
        "codecov -t $CODECOV_TOKEN -f coverage.xml",
        "npm config set registry https://npm.example.org/",
        "npx cypress run --record --key ${RECORD_KEY}",
        "fly secrets set LOG_LEVEL=debug",
        "wandb login --relogin",
    ],
)
def test_the_same_programs_without_a_key_stay_readable(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(
    "command",
    [
        "lftp -u anonymous,guest files.example.com",
        "lftp -u $USER,$PASS files.example.com",
        "docker run -u app -p 8080:80 shop:2.4.11",
        "psql -U app -h db -p 5432 shop",
        "ps -u root -p 12345",
        "snmpwalk -v2c -c public router1 sysDescr",
        "vault login -method=userpass username=jane",
        "7z a -pbackup photos.7z",
        "consul kv put shop/db/password_policy strict",
    ],
)
def test_ports_names_and_variables_behind_the_same_flags_stay(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize("line", ["    stats auth ops:{}", "    user ann insecure-password {}"])
def test_a_proxy_is_told_who_may_enter(line: str) -> None:
    assert found("listen stats\n" + line.format("PlumRiver14#")) == [("SECRET", "PlumRiver14#")]
    assert found("listen stats\n" + line.format("$PROXY_SECRET")) == []


@pytest.mark.parametrize(
    "script",
    [
        "PS C:\\> $p = '{}'\nPS C:\\> Set-Thing -Id 7 -Profile @{{ Password = $p; Force = $true }}",
        '$x = "{}"\n$s = ConvertTo-SecureString -String $x -AsPlainText -Force',
        "P='{}'\nmysql -h db --password=\"$P\" -e 'select 1'",
        'P="{}"\nPGPASSWORD=${{P}} psql -h db',
    ],
)
def test_what_a_script_keeps_under_another_name_first_is_hidden(script: str) -> None:
    assert found(script.format("Rocket@731")) == [("SECRET", "Rocket@731")]


@pytest.mark.parametrize(
    "script",
    [
        "B='plum-2024b'\ngit checkout $B\nexport TOKEN=$CI_TOKEN",
        "$name = 'Plum-2024b'\nGet-Secret -Name $name",
    ],
)
def test_a_variable_that_is_given_to_anything_else_stays(script: str) -> None:
    assert found(script) == []
