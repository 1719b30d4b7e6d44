"""Names of people and companies, and their mailboxes."""
