"""What may run and what may be called: check programs, weigh calls, decide by rules, ask a person."""
