/** The part of the fake apiserver's status that the panel shows. */
export interface ServerStatus {
  readonly openWatches: number
  /** Changes of Pods per second. */
  readonly churn: number
  readonly recent: {
    readonly seconds: number
    /** By kind: `list`, `watch`, `patch`. */
    readonly kinds: Readonly<Record<string, number>>
    /** By status code. */
    readonly codes: Readonly<Record<string, number>>
  }
  readonly faults: {
    readonly rules: readonly unknown[]
    readonly strikes: readonly unknown[]
    readonly script: boolean
  }
  readonly pods?: { readonly count: number; readonly target: number; readonly isRunning: boolean }
}

/** The controls of a fake apiserver over HTTP. */
export class Controls {
  readonly #baseUrl: string

  /** @param baseUrl of the controls, such as `/fake/_fake` */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl.replace(/\/$/, '')
  }

  status(signal: AbortSignal): Promise<ServerStatus> {
    return this.#send('GET', 'status', undefined, signal)
  }

  /** Runs a command, such as `relist`. */
  async post(command: string, body: unknown = {}): Promise<void> {
    await this.#send('POST', command, body)
  }

  /** Ends every fault. */
  async endAll(): Promise<void> {
    await this.#send('DELETE', 'all')
  }

  async #send<T>(method: string, command: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const init = {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    const response = await fetch(`${this.#baseUrl}/${command}`, init)
    const answer = await response.json()
    if (!response.ok)
      throw new Error(answer.error ?? answer.message ?? `the server answered ${response.status}`)
    return answer as T
  }
}
