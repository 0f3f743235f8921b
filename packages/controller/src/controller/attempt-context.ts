import type { Client } from '../api/client.ts'
import { guardSignal } from '../api/guarded-signal.ts'
import type { Logger } from '../api/logger.ts'
import type { EventRecorder, ReconcileContext } from '../api/reconciler.ts'
import type { Request } from '../api/request.ts'
import { boundClient } from './bound-client.ts'
import type { ControllerSettings } from './controller-options.ts'

/** Options of {@link AttemptContext}. */
export interface AttemptContextOptions {
  readonly request: Request
  readonly reconcileId: string
  /** Aborts when the reconcile has to end. */
  readonly signal: AbortSignal
  /** Asks whether this process may still work; if not, the signal aborts during the call. */
  readonly check: () => void
}

/** The context of one reconcile. Most reconciles use a part of it, so each part is made on first use. */
export class AttemptContext implements ReconcileContext {
  readonly reconcileId: string
  readonly events: EventRecorder
  readonly #options: AttemptContextOptions
  readonly #settings: ControllerSettings
  #client: Client | undefined
  #signal: AbortSignal | undefined
  #log: Logger | undefined

  constructor(options: AttemptContextOptions, settings: ControllerSettings) {
    this.#options = options
    this.#settings = settings
    this.reconcileId = options.reconcileId
    this.events = settings.events
  }

  get client(): Client {
    const { signal, check } = this.#options
    const { client, fieldManager } = this.#settings
    this.#client ??= boundClient(client, { signal, fieldManager, check })
    return this.#client
  }

  get signal(): AbortSignal {
    const { signal, check } = this.#options
    this.#signal ??= guardSignal(signal, check)
    return this.#signal
  }

  get log(): Logger {
    const { request, reconcileId } = this.#options
    const { log, name } = this.#settings
    this.#log ??= log.with({ controller: name, ...request, reconcileId })
    return this.#log
  }
}
