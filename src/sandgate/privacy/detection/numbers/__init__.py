"""Numbers of cards, accounts, wallets and papers: by their sums, and by the words that announce them."""
