"""What results look like, where a server does not say: shapes of real answers, never a value."""
