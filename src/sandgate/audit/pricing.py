"""What tokens cost, where the settings name a price. Without one there is no figure of money anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from sandgate.config import Config

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Of a million tokens, whichever they are: each is counted once."""

    per_million: float
    currency: str = ""

    def of(self, tokens: int) -> float:
        return round(tokens * self.per_million / MILLION, 4)

    def told(self, tokens: int) -> str:
        return f"{self.of(tokens):,.2f} {self.currency}".rstrip()

    @property
    def says(self) -> str:
        price = f"{self.per_million:,.6g} {self.currency}".rstrip()
        return f"At {price} for a million tokens, as the settings say, each counted once."


def price_of(config: Config) -> Price | None:
    options = config.accounting
    if options.price_per_million_tokens is None:
        return None
    return Price(options.price_per_million_tokens, options.currency)
