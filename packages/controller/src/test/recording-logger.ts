import { errorMessage } from '@kube-informer/core/internal'
import type { LogFields, Logger } from '../api/logger.ts'

/** A message as {@link RecordingLogger} keeps it. */
export interface LoggedMessage {
  readonly level: 'debug' | 'info' | 'error'
  readonly message: string
  readonly error?: unknown
  readonly fields: LogFields
}

/** A logger that keeps its messages, and those of the loggers that `with` returns. */
export class RecordingLogger implements Logger {
  readonly messages: LoggedMessage[]
  readonly #fields: LogFields

  constructor(messages: LoggedMessage[] = [], fields: LogFields = {}) {
    this.messages = messages
    this.#fields = fields
  }

  /** The messages of the errors. */
  get errors(): readonly string[] {
    return this.messages.filter(({ level }) => level === 'error').map(({ error }) => errorMessage(error))
  }

  debug(message: string, fields?: LogFields): void {
    this.messages.push({ level: 'debug', message, fields: { ...this.#fields, ...fields } })
  }

  info(message: string, fields?: LogFields): void {
    this.messages.push({ level: 'info', message, fields: { ...this.#fields, ...fields } })
  }

  error(message: string, error: unknown, fields?: LogFields): void {
    this.messages.push({ level: 'error', message, error, fields: { ...this.#fields, ...fields } })
  }

  with(fields: LogFields): Logger {
    return new RecordingLogger(this.messages, { ...this.#fields, ...fields })
  }
}
