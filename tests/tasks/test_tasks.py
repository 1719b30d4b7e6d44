"""Tasks on a gateway whose programs end when the test says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import anyio
import anyio.to_thread
import pytest

from sandgate.errors import BadArguments, SandgateError, ServerUnavailable
from sandgate.model import CallRecord, Outcome
from sandgate.policy.approval import OnQuestion
from sandgate.tasks import Progress, Tasks, Unmet
from sandgate.tasks.store import Store

from .stage import done, failed, staged, task, workspaces

pytestmark = pytest.mark.anyio


async def test_a_task_ends_with_data_output_and_statistics(tmp_path: Path) -> None:
    async with staged(tmp_path) as (_, tasks):
        result = await tasks.execute(task("sum"))

    assert (result.ok, result.status, result.data, result.text) == (True, "done", "sum", "sum")
    assert (result.stats.duration_seconds, result.stats.memory_mb, result.stats.attempts) == (0.5, 20, 1)
    assert (result.stats.tokens_in, result.stats.tokens_out) == (5, 2)


async def test_no_more_run_at_once_than_may(tmp_path: Path) -> None:
    async with staged(tmp_path, most=3) as (stage, tasks):
        names = [f"t{number}" for number in range(50)]
        stage.meet(3, *names)
        with anyio.fail_after(30):
            results = await tasks.run(map(task, names))

    assert (len(results), stage.most_at_once) == (50, 3)


async def test_a_task_begins_when_those_before_it_are_done_and_not_earlier(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        free = stage.holds("fetch")
        await tasks.submit(task("report", after=["fetch"]), task("fetch"))
        await stage.until("fetch")
        await anyio.wait_all_tasks_blocked()
        early = list(stage.began)
        free.set()
        with anyio.fail_after(30):
            result = await tasks.wait("report")

    assert early == ["fetch"]
    assert result.ok


async def test_a_task_may_come_after_one_that_has_ended_before(tmp_path: Path) -> None:
    async with staged(tmp_path) as (_, tasks):
        await tasks.execute(task("fetch", agent="a"))
        result = await tasks.execute(task("report", after=["fetch"], agent="b"))

    assert result.ok


async def test_what_comes_after_a_failure_is_skipped_with_the_reason(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.fails("fetch")
        results = await tasks.run(
            [task("fetch"), task("clean", after=["fetch"]), task("report", after=["clean"]), task("other")]
        )

    assert [results[id].status for id in ("fetch", "clean", "report", "other")] == [
        "failed",
        "skipped",
        "skipped",
        "done",
    ]
    assert results["clean"].reason == "it comes after 'fetch', which failed: ValueError: no such row"
    assert "no such row" in results["report"].reason
    assert stage.began == ["fetch", "other"]


@pytest.mark.parametrize(
    ("tasks_given", "message"),
    [
        ([("a", ["c"]), ("b", ["a"]), ("c", ["b"])], "circle: 'a' after 'c' after 'b' after 'a'"),
        ([("a", ["a"])], "circle: 'a' after 'a'"),
        ([("a", ["nothing"]), ("b", ["nowhere"])], "'a' comes after 'nothing'.*'b' comes after 'nowhere'"),
        ([("a", ["fine"]), ("a", ["fine"])], "two tasks 'a'"),
    ],
)
async def test_an_order_that_cannot_be_is_refused_before_anything_runs(
    tmp_path: Path, tasks_given: list[tuple[str, list[str]]], message: str
) -> None:
    async with staged(tmp_path) as (stage, tasks):
        with pytest.raises(BadArguments, match=message):
            await tasks.run([task("fine"), *(task(id, after=after) for id, after in tasks_given)])
        await tasks.execute(task("fine"))

    assert stage.began == ["fine"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"after": "fetch"},
        {"required_tools": "crm"},
        {"session": "../other"},
        {"agent": "two\nlines"},
        {"inputs": {"x": 1}, "after": ["x"]},
        {"retries": -1},
        {"inputs": {"x": object()}},
    ],
)
async def test_a_task_that_cannot_be_meant_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async with staged(tmp_path) as (stage, tasks):
        await tasks.execute(task("x"))
        with pytest.raises(BadArguments):
            await tasks.execute(task("wrong", **wrong))

    assert stage.began == ["x"]


async def test_a_deadline_ends_a_task_that_waits_for_its_turn(tmp_path: Path) -> None:
    async with staged(tmp_path, most=1) as (stage, tasks):
        free = stage.holds("long")
        await tasks.submit(task("long"))
        await stage.until("long")
        with anyio.fail_after(30):
            result = await tasks.execute(task("late", deadline_seconds=0.01))
        free.set()
        other = await tasks.wait("long")

    assert (result.status, result.stats.attempts) == ("expired", 0)
    assert result.reason == "its deadline of 0.01 s passed while it waited"
    assert (stage.began, other.ok) == (["long"], True)


async def test_a_deadline_ends_a_task_that_runs_and_says_what_may_be_left(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.holds("long")
        await tasks.submit(task("long", deadline_seconds=60.0))
        await stage.until("long")
        tasks._live["long"].scope.deadline = anyio.current_time()  # pyright: ignore[reportPrivateUsage] - nobody waits a minute
        with anyio.fail_after(30):
            result = await tasks.wait("long")

    assert (result.status, stage.at_once) == ("expired", 0)
    assert "while it ran; what it had written until then stays written" in result.reason


async def test_cancelling_ends_one_task_and_no_other(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.holds("a")
        free = stage.holds("b")
        await tasks.submit(task("a"), task("b"), task("after a", after=["a"]))
        await stage.until("a", "b")

        assert tasks.cancel("a", "the user said stop")
        with anyio.fail_after(30):
            cancelled, skipped = await tasks.wait("a"), await tasks.wait("after a")
        free.set()
        other = await tasks.wait("b")

        assert not tasks.cancel("a")
    assert (cancelled.status, skipped.status, other.status) == ("cancelled", "skipped", "done")
    assert cancelled.reason.startswith("the user said stop; what it had written")
    assert "'a', which was cancelled" in skipped.reason


async def test_a_word_from_another_process_ends_a_task_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandgate.tasks.tasks.LOOK_SECONDS", 0.01)
    elsewhere = Store(tmp_path / "tasks")
    async with staged(tmp_path) as (stage, tasks):
        stage.holds("long")
        free = stage.holds("other")
        await tasks.submit(task("long"), task("other"))
        await stage.until("long", "other")

        stood = await anyio.to_thread.run_sync(elsewhere.ask_to_cancel, "long", "ada cancelled it")
        with anyio.fail_after(30):
            long = await tasks.wait("long")
        free.set()
        other = await tasks.wait("other")

    elsewhere.close()
    assert stood is not None
    assert (stood.status, long.status, other.status) == ("running", "cancelled", "done")
    assert long.reason == "ada cancelled it; what it had written until then stays written"


async def test_whoever_is_cancelled_while_it_waits_leaves_nothing_running(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.holds("long")
        async with anyio.create_task_group() as group:
            group.start_soon(tasks.execute, task("long"))
            await stage.until("long")
            group.cancel_scope.cancel()

        left = (stage.at_once, tasks.stats)
        standing = await tasks.status("long")

    assert left == (0, {"pending": 0, "running": 0, "most": 2})
    assert standing.status == "cancelled"


async def test_leaving_cancels_what_has_not_ended(tmp_path: Path) -> None:
    with anyio.fail_after(30):
        async with staged(tmp_path, most=1) as (stage, tasks):
            stage.holds("long")
            await tasks.submit(task("long"), task("waits"))
            await stage.until("long")
    async with staged(tmp_path) as (_, tasks):
        found = {one.id: (one.status, one.reason) for one in await tasks.list()}

    assert found["waits"] == ("cancelled", "Sandgate was stopped")
    assert found["long"][0] == "cancelled"


@pytest.mark.parametrize("calls", [[], ["crm.list_leads"], ["sandgate.search_tools"], ["crm.read_resource"]])
async def test_a_task_that_failed_is_run_again_where_it_only_looked(tmp_path: Path, calls: list[str]) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.fails("flaky", *calls, times=2)
        result = await tasks.execute(task("flaky", retries=2))

    assert (result.status, result.stats.attempts) == ("done", 3)


@pytest.mark.parametrize("tool", ["crm.create_lead", "crm.run_query", "commands.git", "unheard.of"])
async def test_a_task_that_may_have_written_is_never_run_again(tmp_path: Path, tool: str) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.fails("flaky", "crm.list_leads", tool, times=1)
        result = await tasks.execute(task("flaky", retries=5))

    assert (result.status, stage.began) == ("failed", ["flaky"])


@pytest.mark.parametrize("status", ["ok", "error", "unfinished"])
async def test_it_does_not_matter_how_a_call_that_may_write_ended(
    tmp_path: Path, status: Literal["ok", "error", "unfinished"]
) -> None:
    async with staged(tmp_path) as (stage, tasks):

        async def calls(_: OnQuestion) -> Outcome:
            return Outcome(status="timeout", calls=(CallRecord(tool="crm.create_lead", status=status),))

        stage.does["flaky"] = calls
        result = await tasks.execute(task("flaky", retries=5))

    assert (result.status, stage.began) == ("failed", ["flaky"])


async def test_a_run_that_may_have_written_is_the_last_one(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        ways = iter([failed("crm.list_leads"), failed("crm.list_leads", "crm.create_lead"), done(1)])

        async def worse_each_time(_: OnQuestion) -> Outcome:
            return next(ways)

        stage.does["flaky"] = worse_each_time
        result = await tasks.execute(task("flaky", retries=5))

    assert (result.status, result.stats.attempts, stage.began) == ("failed", 2, ["flaky", "flaky"])


async def test_a_task_that_changed_files_of_its_session_is_not_run_again(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):

        async def writes_and_fails(_: OnQuestion) -> Outcome:
            await anyio.to_thread.run_sync(workspaces(tmp_path).of("s").write, "half.csv", b"1,2")
            return Outcome(status="error")

        stage.does["flaky"] = writes_and_fails
        result = await tasks.execute(task("flaky", retries=5, session="s"))

    assert (result.status, stage.began) == ("failed", ["flaky"])


async def test_where_programs_reach_the_network_only_those_that_may_only_look_are_run_again(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.policy.networked = True
        stage.fails("any", times=1)
        stage.fails("looks", "crm.run_query", times=1)
        results = await tasks.run([task("any", retries=1), task("looks", retries=1, read_only=True)])

    assert [results["any"].status, results["looks"].status] == ["failed", "done"]


async def test_a_program_that_policy_blocks_is_not_tried_again(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):

        async def blocked(_: OnQuestion) -> Outcome:
            return Outcome(status="blocked")

        stage.does["no"] = blocked
        result = await tasks.execute(task("no", retries=5))

    assert (result.status, result.reason, stage.began) == ("failed", "blocked", ["no"])


@pytest.mark.parametrize(("error", "runs"), [(ServerUnavailable("crm does not start"), 3), (SandgateError("fell"), 1)])
async def test_an_error_is_tried_again_only_where_nothing_can_have_run(
    tmp_path: Path, error: SandgateError, runs: int
) -> None:
    async with staged(tmp_path) as (stage, tasks):

        async def raises(_: OnQuestion) -> Outcome:
            raise error

        stage.does["x"] = raises
        result = await tasks.execute(task("x", retries=2))

    assert (result.status, result.reason, len(stage.began)) == ("failed", str(error), runs)


async def test_a_defect_that_one_task_meets_ends_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with staged(tmp_path) as (stage, tasks):

        async def raises(_: OnQuestion) -> Outcome:
            raise RuntimeError("secret detail")

        stage.does["broken"] = raises
        free = stage.holds("fine")
        await tasks.submit(task("fine", agent="b"))
        broken = await tasks.execute(task("broken", agent="a"))
        free.set()
        fine = await tasks.wait("fine")

    assert (broken.status, broken.reason) == ("failed", "RuntimeError in Sandgate itself; see its log")
    assert "secret detail" in caplog.text
    assert fine.ok


async def test_one_agents_flood_lets_the_others_have_their_turns(tmp_path: Path) -> None:
    async with staged(tmp_path, most=2) as (stage, tasks):
        free = stage.holds("first")
        await tasks.submit(task("first", agent="loud"), *(task(f"flood-{n}", agent="loud") for n in range(1000)))
        await stage.until("first")
        quiet = await tasks.execute(task("quiet", agent="quiet"))
        before = len(stage.began)
        free.set()

    assert quiet.ok
    assert before < 20


async def test_a_task_that_waits_for_a_person_holds_up_nobody(tmp_path: Path) -> None:
    async with staged(tmp_path, most=1) as (stage, tasks):
        answered = stage.asks("careful")
        await tasks.submit(task("careful", agent="a"))
        await stage.until("careful")
        with anyio.fail_after(30):
            other = await tasks.execute(task("other", agent="b"))
        answered.set()
        careful = await tasks.wait("careful")

    assert (other.ok, careful.ok) == (True, True)
    assert tasks.stats["running"] == 0


async def test_a_name_is_free_again_when_its_task_has_ended(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        free = stage.holds("x")
        await tasks.submit(task("x"))
        with pytest.raises(BadArguments, match="two tasks 'x'"):
            await tasks.submit(task("x"))
        free.set()
        await tasks.wait("x")
        again = await tasks.execute(task("x"))

    assert again.ok


async def test_a_result_that_nobody_knows_is_an_error_with_a_way_on(tmp_path: Path) -> None:
    async with staged(tmp_path) as (_, tasks):
        with pytest.raises(BadArguments, match="`status` may say"):
            await tasks.wait("never")
        with pytest.raises(BadArguments, match="no task 'never'"):
            await tasks.status("never")


async def test_a_thousand_tasks_in_a_chain_and_a_thousand_side_by_side_all_end(tmp_path: Path) -> None:
    chain = [task(f"c{n}", after=[f"c{n - 1}"] if n else []) for n in range(1000)]
    async with staged(tmp_path, most=8) as (stage, tasks):
        with anyio.fail_after(60):
            results = await tasks.run([*reversed(chain), *(task(f"s{n}") for n in range(1000))])

    assert all(result.ok for result in results.values())
    assert (len(results), stage.most_at_once <= 8) == (2000, True)


# ---------------------------------------------------------------- the same program over many inputs


async def test_a_map_gives_all_results_in_the_order_of_its_inputs_and_says_how_far_it_is(tmp_path: Path) -> None:
    heard: list[Progress] = []
    async with staged(tmp_path, most=8) as (stage, tasks):
        stage.meet(3, "x")
        results = await tasks.map("x", [{"n": n} for n in range(20)], concurrency=3, on_progress=heard.append)

    assert [result.id.rpartition("/")[2] for result in results] == [str(n) for n in range(20)]
    assert [(one.done, one.total, one.failed) for one in heard] == [(n + 1, 20, 0) for n in range(20)]
    assert stage.most_at_once == 3


async def test_what_fails_in_a_map_is_told_beside_what_is_done(tmp_path: Path) -> None:
    heard: list[Progress] = []
    async with staged(tmp_path) as (stage, tasks):
        stage.fails("x", times=2)
        results = await tasks.map("x", ({"n": n} for n in range(5)), concurrency=1, on_progress=heard.append)

    assert [result.status for result in results] == ["failed", "failed", "done", "done", "done"]
    assert (heard[-1].failed, heard[-1].total) == (2, None)


async def test_the_deadline_of_a_map_leaves_what_is_done_by_then(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        left = iter(range(3))

        async def slow_later(_: OnQuestion) -> Outcome:
            if next(left, None) is None:
                await anyio.sleep_forever()
            return done("fast")

        stage.does["x"] = slow_later
        with anyio.fail_after(30):
            template = task("x", deadline_seconds=4.0)
            results = await tasks.map(template, [{"n": n} for n in range(10)], concurrency=1)

    assert [result.status for result in results] == ["done"] * 3 + ["expired"] * 7


async def test_an_error_of_whoever_hears_of_progress_comes_out_as_it_was_raised(tmp_path: Path) -> None:
    def hear(_: Progress) -> None:
        raise KeyError("mine")

    async with staged(tmp_path) as (_, tasks):
        with pytest.raises(KeyError, match="mine"):
            await tasks.map("x", [{"n": 1}, {"n": 2}], on_progress=hear)


async def test_an_input_that_is_no_object_is_refused_with_an_example(tmp_path: Path) -> None:
    async with staged(tmp_path) as (_, tasks):
        with pytest.raises(BadArguments, match="input 1 is of type int: each must be an object"):
            await tasks.map("x", [{"n": 1}, 2])  # pyright: ignore[reportArgumentType] - what a person may do


async def test_nothing_is_kept_of_the_results_of_a_map(tmp_path: Path) -> None:
    async with staged(tmp_path) as (_, tasks):
        (result,) = await tasks.map("x", [{}])
        with pytest.raises(BadArguments):
            await tasks.wait(result.id)


async def test_many_agents_at_once_do_not_touch_each_other(tmp_path: Path) -> None:
    async with staged(tmp_path, most=4) as (stage, tasks):
        for number in range(0, 10, 2):
            stage.fails(f"x{number}")

        async def agent(tasks: Tasks, number: int) -> None:
            template = task(f"x{number}", agent=f"agent-{number}")
            found[number] = [one.status for one in await tasks.map(template, [{"n": n} for n in range(20)])]

        found: dict[int, list[str]] = {}
        with anyio.fail_after(30):
            async with anyio.create_task_group() as group:
                for number in range(10):
                    group.start_soon(agent, tasks, number)

    assert found == {number: ["done" if number % 2 else "failed"] * 20 for number in range(10)}


async def test_what_comes_after_a_task_that_is_refused_does_not_wait_for_ever(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        asked, answer = anyio.Event(), anyio.Event()

        async def never_listed(_: str) -> None:
            asked.set()
            await answer.wait()
            raise ServerUnavailable("crm does not start")

        stage.discovery.prepare = never_listed
        with anyio.fail_after(30):
            async with anyio.create_task_group() as group:

                async def refused() -> None:
                    with pytest.raises(Unmet, match="crm does not start"):
                        await tasks.submit(task("first", required_tools=["crm"]))

                group.start_soon(refused)
                await asked.wait()
                await tasks.submit(task("second", after=["first"]))
                answer.set()
            result = await tasks.wait("second")

    assert (result.status, stage.began) == ("skipped", [])
    assert "'first', which was cancelled: it was refused before it ran" in result.reason
