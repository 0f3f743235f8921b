import type { LogFields, Logger } from '../api/logger.ts'
import type { Request } from '../api/request.ts'
import type { ControllerSettings } from './controller-options.ts'

/** The logger of one reconcile. Most reconciles log nothing, so its fields are put together with the first message. */
export class AttemptLog implements Logger {
  readonly #request: Request
  readonly #reconcileId: string
  readonly #settings: ControllerSettings
  #log: Logger | undefined

  constructor(request: Request, reconcileId: string, settings: ControllerSettings) {
    this.#request = request
    this.#reconcileId = reconcileId
    this.#settings = settings
  }

  debug(message: string, fields?: LogFields): void {
    this.#target().debug(message, fields)
  }

  info(message: string, fields?: LogFields): void {
    this.#target().info(message, fields)
  }

  error(message: string, error: unknown, fields?: LogFields): void {
    this.#target().error(message, error, fields)
  }

  with(fields: LogFields): Logger {
    return this.#target().with(fields)
  }

  #target(): Logger {
    const { log, name: controller } = this.#settings
    this.#log ??= log.with({ controller, ...this.#request, reconcileId: this.#reconcileId })
    return this.#log
  }
}
