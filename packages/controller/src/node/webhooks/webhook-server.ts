import type { Runnable } from '../../api/runnable.ts'

/** A webhook server that a manager runs. */
export interface WebhookServer extends Runnable {
  /** `https://127.0.0.1:9443`, without a trailing slash; undefined before it listens. */
  readonly url: string | undefined
  /** Resolves when it listens; never if it cannot, which rejects `run`. */
  waitForSync(signal: AbortSignal): Promise<void>
  /**
   * Serves until the signal aborts. Then it accepts no more connections, and resolves when all requests have been answered or
   * `shutdownTimeoutMs` is over. Rejects if the port cannot be used, and with a CertificateError if the certificate cannot.
   * Once only.
   */
  run(signal: AbortSignal): Promise<void>
  /** Rejects unless the server accepts connections. A check for `manager.addReadyzCheck`. */
  readonly check: () => Promise<void>
}
