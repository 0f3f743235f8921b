import type { Clock } from '@kube-informer/core'
import type { AcceptedMessage, CallMessage, ResultMessage } from '../../wire/protocol.ts'
import { toWireError } from '../../wire/wire-error.ts'
import { questionOf } from '../access/access-question.ts'
import { runCall } from '../calls/run-call.ts'
import { SessionStreams } from '../calls/session-streams.ts'
import { takeSnapshot } from '../calls/take-snapshot.ts'
import { waitFor } from '../calls/wait-for.ts'
import type { Membership } from '../clusters/host-clusters.ts'
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

  /** Runs a call with the page's own token and sends its result, unless it is cancelled before. */
  async run(membership: Membership, message: CallMessage): Promise<void> {
    try {
      this.#quota.startCall(message)
    } catch (error) {
      this.#answer({ type: 'result', id: message.id, failure: toWireError(error) })
      return
    }
    await this.#run(membership, message)
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
    if (message.verb.verb === 'mutate' && !result.failure) this.#whenApplied(answer)
    else answer()
  }

  async #dispatch(
    { client, cluster, review }: Membership,
    { id, resource, verb }: CallMessage,
    signal: AbortSignal,
  ): Promise<unknown> {
    switch (verb.verb) {
      case 'request':
        return this.#streams.request(client, verb, signal)
      case 'watch':
        return this.#streams.watch(client, cluster.resource(resource), verb, signal)
      case 'read':
        return this.#read(verb.stream)
      case 'close':
        return this.#streams.close(verb.stream)
      case 'access':
        return review(questionOf(cluster.resource(resource), verb.action, verb.at), signal)
      case 'mutate':
        return cluster.writes.run({
          ...{ client, signal, resource: cluster.resource(resource) },
          ...{ write: verb.write, optimistic: verb.optimistic },
          // The page has the rows before it learns of the response: what it showed meanwhile can go.
          onAccepted: object =>
            this.#whenApplied(() => {
              if (!signal.aborted) this.#answer({ type: 'accepted', id, object })
            }),
        })
      case 'waitFor':
        return waitFor({ cluster, resource, at: verb.at, condition: verb.condition, signal })
      case 'snapshot':
        return takeSnapshot({ cluster, subscription: verb.subscription, signal })
      case 'discovery':
        return verb.refresh
          ? cluster.discovery.refresh(signal)
          : cluster.discovery.differsFrom(verb.known, signal)
      case 'schema':
        return cluster.schemas.schemaOf(verb.kind, { signal })
      default:
        return runCall(client, cluster.resource(resource), verb, signal)
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
