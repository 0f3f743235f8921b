/** Values that belong to a message: names of objects, never their contents. */
export type LogFields = Readonly<Record<string, unknown>>

/** Where controllers report what happens. `console` nearly fits: see `consoleLogger`. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  error(message: string, error: unknown, fields?: LogFields): void
  /** A logger that adds the fields to each message. */
  with(fields: LogFields): Logger
}
