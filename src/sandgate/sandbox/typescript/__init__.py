"""TypeScript programs: Deno behind the walls of the process sandbox, and a checker of types beside it."""
