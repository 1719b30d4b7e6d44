"""Where names and their values stand in a text: tables, forms, pairs, messages."""
