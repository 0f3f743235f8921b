/** The message of an error; for a thrown value that is not an Error, its text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
