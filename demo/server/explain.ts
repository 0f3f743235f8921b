/** Ends the process with the message of an error that its user has made: a stack would hide it. */
export function explain(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** The result of a function, whose error ends the process. */
export function orExplain<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    explain(error)
  }
}
