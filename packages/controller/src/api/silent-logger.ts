import type { Logger } from './logger.ts'

/** A logger that ignores every message. */
export const silentLogger: Logger = Object.freeze({
  debug: () => {},
  info: () => {},
  error: () => {},
  with: () => silentLogger,
})
