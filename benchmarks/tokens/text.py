"""The words of the page `docs/tokens.md`."""

from __future__ import annotations

PAGE = """\
# Tokens

Written by `make bench-tokens DATA=DIR WRITE=1`; no figure here is typed. Measured on {date}: {machine}.

## In short

What Sandgate saves of the tokens that a model reads and writes for a task, with one program for each thing the person
asks. The median task, and in brackets all tasks together; below zero where Sandgate costs more:

{summary}

{even} Against a client that searches tools by itself, the size of results decides.

## Method

Nobody's model is asked. For each task the right calls are known; what differs is how they are made, and each way is
counted from its messages with `{tokenizer}`, a public tokenizer.

- **every tool listed**: name, description and input schema of every tool as compact JSON and the servers' own
  instructions stand before the first word. Each call is written by the model (name and arguments as JSON) and its
  result read as text.
- **tool search, {loaded} a search**: definitions are not listed; one small search tool is. A search loads {loaded}
  definitions. Servers' instructions and the names of unloaded tools are not counted, although some clients send them.
  Calls and results pass through the model as before.
- **tool search that is never wrong**: the same, but each search loads exactly the tools that are used. No search can
  do better.
- **Sandgate**: our own `tools/list` and instructions; the real answers of `search_tools` and `get_tool_definition`
  from a gateway in front of that catalogue; the programs and their real answers.

Both who search do it alike. The query is the person's own sentence, whenever a tool is needed that was not seen yet.
Where the tool is not in the answer, a second search by the words of its name is made and paid for, and a third by
those of its name and its server's. Both use Sandgate's ranking ({search}). Sandgate's
default of ten lines is used, and each tool's definition is read before its first use.

Programs are made from the known calls by a fixed rule: imports, then the calls in order, their results printed as
they are. Nothing is filtered, looped or joined, although that is what programs are for.

- **a program a call**: each call is a program of its own. The worst case: Sandgate without its point.
- **all printed**: one program for each thing the person asks; every result is printed.
- **last printed**: the same; only the last result is printed.
- **as shipped**: the programs of `sandgate demo`, which do filter and loop. A first one looks how the data is laid out.

All programs ran in a real gateway and sandbox, against MCP servers that answer with the recorded results. A call that
was not recorded would have stopped the run. The demo's tasks ran with the programs that ship with it, on its servers,
and both ways were checked to have done the same.

Every message is counted once, in what is called a task's tokens. What all requests together send stands in a section
of its own. Not counted on any side: thinking, closing words, and what a provider wraps around messages (ids, types),
which would cost the ways with more calls more: among the public tasks that is Sandgate, in the demo's it is the others.

Other choices were made against Sandgate, but for two. A client's further searches load {loaded} definitions as well,
where some may load fewer: the search that is never wrong bounds that. And one program does what may need a look at a
result in between: a program a call bounds that. On every side the calls are right at the first try.

## The catalogues

Servers that are added are real: `tools/list` answers of published servers. Of {draws} draws by chance, the one whose
tokens are in the middle is taken. Tokens before the first word:

{catalogues}

{drawn}
- A tool of the captured servers: {mean_tool} tokens on average, {median_tool} in the middle.

## The tasks of the demo

A document that becomes issues, 10,000 rows of which a few are wanted, 1,000 records, several servers together, a
polling loop: `sandgate demo` shows them. Results are large or calls are many. With the demo's own servers:

{demo_own}

With {demo_last}:

{demo_all}

All tasks together:

{demo_totals}

## Public tasks

{tasks} tasks of the Berkeley Function Calling Leaderboard (multi turn, base), with their calls and results. A person
asks for one to seven things, each takes a call or a few. Results are small: what is saved here are definitions and
nothing else. The median task, in tokens:

{public_medians}

All tasks together:

{public_totals}

What Sandgate saves of a median task; below zero where it costs more:

{public_savings}

What a task is made of on average, with {parts_name}:

{parts}

## What all requests send

A model is sent everything again with every request: one for each call, one for each answer to the person. Providers
charge less for what they have seen before, but it is sent. The median public task, each call in a request of its own:

{sent}

{sent_savings}

The same where the model makes all calls of a turn in one message, and reads all definitions in one:

{side_by_side}

The demo's tasks together, made so:

{demo_sent}

## Where Sandgate costs more

In how many of the public tasks, each message counted once:

{dearer}

In how many of the demo's:

{demo_dearer}

Single calls with small results, {singles} of them taken from the public tasks, with that call's server alone and among
more; the median:

{single_medians}

Against a client that searches by itself, among all tools:

{costs}

So: with few tools, small results and one call after another, do without. Definitions alone are a reason for Sandgate
only where a client lists them all; against a client with a search of its own the reason is results that stay out,
calls that need no turn of the model, and what tokens do not show: policies, privacy, audit.

## From how many tools on it pays

The number of listed tools at which both cost the same in the median task. Sandgate's cost is that among all tools,
where it searches most. Each message is counted once, but in the last column:

{break_even}

0 means that it pays with any number, as the messages alone are more than all of Sandgate.

## 98.7 %

That figure goes around for code execution with MCP: 150,000 tokens of definitions become 2,000. It is a quotient of
two assumptions; the same programs give any figure, depending on how much would have been listed and returned. What we
measure where about that much is listed:

{as_claimed}

To save 98.7 % of a median task, so many tools of average size would have to be listed:

{claim}

## How tools were found

Shares of the tools that were not known yet in their conversation:

{finding}

{learned}

## Repeat it

`make bench-tokens DATA=DIR`, where DIR holds `catalogue/*.json` (one file a server, with the tools of its
`tools/list` answer) and `tasks/` (`bfcl_multi_turn_base_traces.jsonl`: a task a line, `turns` with `user` and
`calls`, each call with `tool`, `args` and `result`; `bfcl_multi_turn_tools.json`: tools by server). Both are read,
never copied. The code is `benchmarks/tokens/`: `counting.py` counts, `ways.py` builds the conversations, `looking.py`
searches, `programs.py` writes the programs.
"""
