import type { Clock } from '@kube-informer/core'
import type { AcceptedMessage, CallMessage, ResultMessage, StreamCall } from '../../wire/calls.ts'
import { toWireError } from '../../wire/wire-error.ts'
import { runCall } from '../calls/run-call.ts'
import { runHostCall } from '../calls/run-host-call.ts'
import { SessionStreams } from '../calls/session-streams.ts'
import type { Membership } from '../clusters/host-clusters.ts'
import { UnmeasurableError } from './message-size.ts'
import type { PageQuota } from './page-quota.ts'

export interface SessionCallsOptions {
  readonly clock: Clock
  readonly quota: PageQuota
  readonly answer: (message: ResultMessage | AcceptedMessage) => void
  /** Calls back once the page has applied what has changed so far. */
  readonly whenApplied: (callback: () => void) => void
}

/** The calls of a page that are in flight. */
export class SessionCalls {
  readonly #quota: PageQuota
  readonly #streams: SessionStreams
  readonly #answer: (message: ResultMessage | AcceptedMessage) => void
  readonly #whenApplied: SessionCallsOptions['whenApplied']
  readonly #running = new Map<number, AbortController>()

  constructor({ clock, quota, answer, whenApplied }: SessionCallsOptions) {
    this.#streams = new SessionStreams({ clock })
    this.#quota = quota
    this.#answer = answer
    this.#whenApplied = whenApplied
  }

  /**
   * Runs a call with the page's own token and sends its result, unless it is cancelled before. A call beyond the limits has an
   * error as its result. Throws an UnmeasurableError.
   */
  run(membership: Membership, message: CallMessage): void {
    try {
      this.#quota.startCall(message)
    } catch (error) {
      if (error instanceof UnmeasurableError) throw error
      this.#answer({ type: 'result', id: message.id, failure: toWireError(error) })
      return
    }
    void this.#run(membership, message)
  }

  /** The page no longer needs the result; none is sent. */
  cancel(id: number): void {
    this.#running.get(id)?.abort()
    this.#end(id)
  }

  /** Cancels all of them, and closes all streams. */
  close(): void {
    for (const id of [...this.#running.keys()]) this.cancel(id)
    this.#streams.closeAll()
  }

  async #run(membership: Membership, message: CallMessage): Promise<void> {
    const { id } = message
    const running = new AbortController()
    const { signal } = running
    this.#running.set(id, running)
    const result = await outcome(() => this.#dispatch(membership, message, signal))
    const answer = () => {
      if (this.#running.get(id) === running) this.#end(id)
      if (!signal.aborted) this.#answer({ type: 'result', id, ...result })
    }
    // After the acceptance, which also waits. A rejection does not: a function runs again on the new object.
    if (message.verb === 'mutate' && !result.failure) this.#whenApplied(answer)
    else answer()
  }

  async #dispatch(membership: Membership, call: CallMessage, signal: AbortSignal): Promise<unknown> {
    switch (call.type) {
      case 'clientCall':
        return runCall(membership.client, membership.cluster.resource(call.resource), call, signal)
      case 'streamCall':
        return this.#runStreamCall(membership, call, signal)
      case 'hostCall': {
        // The page has the rows before it learns of the response: what it showed meanwhile can go.
        const onAccepted = (object: unknown) =>
          this.#whenApplied(() => {
            if (!signal.aborted) this.#answer({ type: 'accepted', id: call.id, object })
          })
        return runHostCall(call, { membership, signal, onAccepted })
      }
      default:
        return call satisfies never
    }
  }

  async #runStreamCall(
    { client, cluster }: Membership,
    call: StreamCall,
    signal: AbortSignal,
  ): Promise<unknown> {
    switch (call.verb) {
      case 'request':
        return this.#streams.request(client, call, signal)
      case 'watch':
        return this.#streams.watch(client, cluster.resource(call.resource), call, signal)
      case 'read':
        return this.#read(call.stream)
      case 'close':
        return this.#streams.close(call.stream)
      default:
        return call satisfies never
    }
  }

  /** The host sets the pace of a stream, so its parts are not a flood of the page. */
  async #read(stream: number): Promise<unknown> {
    const part = await this.#streams.read(stream)
    this.#quota.uncountMessage()
    return part
  }

  #end(id: number): void {
    this.#running.delete(id)
    this.#quota.endCall(id)
  }
}

async function outcome(call: () => Promise<unknown>): Promise<Omit<ResultMessage, 'type' | 'id'>> {
  try {
    return { object: await call() }
  } catch (error) {
    return { failure: toWireError(error) }
  }
}
