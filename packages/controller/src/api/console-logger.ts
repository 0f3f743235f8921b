import type { LogFields, Logger } from './logger.ts'

/** What `consoleLogger` needs of a console. */
export type ConsoleLike = Pick<Console, 'debug' | 'info' | 'error'>

/** Which levels are written, and where. */
export interface ConsoleLoggerOptions {
  /** @default the host's console */
  readonly console?: ConsoleLike | undefined
  /** Messages below this level are left out. @default 'info' */
  readonly level?: 'debug' | 'info' | 'error' | undefined
  /** Belong to each message. */
  readonly fields?: LogFields | undefined
}

const LEVELS = ['debug', 'info', 'error']

/**
 * A logger that writes to the console: the message, the error if there is one, and the fields.
 *
 * @example
 * const manager = createManager({ client, log: consoleLogger({ level: 'debug' }) })
 */
export function consoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  const { console = globalThis.console, level = 'info', fields: own = {} } = options
  const shows = (of: string) => LEVELS.indexOf(of) >= LEVELS.indexOf(level)
  return {
    debug: (message, fields) => shows('debug') && console.debug(message, { ...own, ...fields }),
    info: (message, fields) => shows('info') && console.info(message, { ...own, ...fields }),
    error: (message, error, fields) => console.error(message, error, { ...own, ...fields }),
    with: fields => consoleLogger({ ...options, fields: { ...own, ...fields } }),
  }
}
