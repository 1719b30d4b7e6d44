"""Keys, tokens and passwords: by their form, by what a program or a sentence puts beside them."""
