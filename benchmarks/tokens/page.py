"""The page `docs/tokens.md`: method first, then the figures. No figure is typed."""

from __future__ import annotations

from statistics import mean, median

from sandgate.output.tokens import NAME

from .. import machine
from .figures import (
    Figures,
    as_claimed,
    break_evens,
    catalogues,
    claim,
    costs,
    drawn_lines,
    even,
    learned,
    summary,
    tool_weights,
)
from .scenes import DRAWS
from .tables import by_way, dearer, finding, in_detail, markdown, parts, savings, sent, sent_side_by_side
from .text import PAGE
from .ways import MOST_LOADED


def page(found: Figures) -> str:
    demo, public, single = found.demo.scenes, found.public.scenes, found.single.scenes
    weights = tool_weights(found.captured)
    return PAGE.format(
        date=machine.today(),
        machine=machine.described(),
        summary=markdown(summary(found)),
        even=even(found, mean(weights)),
        tokenizer=NAME,
        loaded=MOST_LOADED,
        draws=f"{DRAWS:,}",
        search="words and meanings" if found.meanings else "words",
        tasks=len(public[0].tools),
        catalogues=markdown(catalogues((found.demo, found.public), found.openings)),
        drawn="\n".join(drawn_lines(found.captured)),
        mean_tool=f"{mean(weights):,.0f}",
        median_tool=f"{median(weights):,.0f}",
        demo_own=markdown(in_detail(demo[0], found.demo_names)),
        demo_all=markdown(in_detail(demo[-1], found.demo_names)),
        demo_last=demo[-1].name,
        demo_totals=markdown(by_way(demo, sum)),
        public_medians=markdown(by_way(public, median)),
        public_totals=markdown(by_way(public, sum)),
        public_savings=markdown(savings(public)),
        parts=markdown(parts(public[-1])),
        parts_name=public[-1].name,
        sent=markdown(by_way(public, median, sent)),
        sent_savings=markdown(savings(public, sent)),
        side_by_side=markdown(by_way(public, median, sent_side_by_side)),
        demo_sent=markdown(by_way(demo, sum, sent_side_by_side)),
        dearer=markdown(dearer(public)),
        demo_dearer=markdown(dearer(demo)),
        single_medians=markdown(by_way(single, median)),
        singles=len(single[0].tools),
        costs="\n".join(costs(found)),
        break_even=markdown(break_evens(found, weights)),
        as_claimed=markdown(as_claimed(found)),
        claim=markdown(claim(found, mean(weights))),
        finding=markdown(finding(public)),
        learned=learned(found),
    )
