import type { Clock, Fetch } from '@kube-informer/core'

/** What a list of Pods selects; "" for no restriction. */
export interface ReadScope {
  readonly namespace: string
  readonly labelSelector: string
  readonly fieldSelector: string
}

/** What a host was answered last for the Pods of an identity in a scope. */
export interface Answer {
  readonly identity: string
  readonly scope: ReadScope
  /** The status code if the last answer was that the user lacks the right. */
  denied: 401 | 403 | undefined
  /** Time of the first such answer since the last other one. */
  deniedAtMs: number
}

/** Records what the server answers the requests of one host. */
export class HostAnswers {
  readonly #clock: Clock
  readonly #answers = new Map<string, Answer>()
  /**
   * The attempts that were answered with 401 once, by their signals. A client repeats a request with a new token under the
   * same signal, and only the second 401 says that the credentials are refused. The token may come seconds later, where a
   * frozen page is asked for it first, so that no interval tells the repetition from the informer's next attempt.
   */
  readonly #rejected = new WeakSet<AbortSignal>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get all(): Iterable<Answer> {
    return this.#answers.values()
  }

  /** Returns a `fetch` whose answers are recorded. An answer to an informer that has stopped does not count. */
  recording(fetch: Fetch): Fetch {
    return async (input, init) => {
      const response = await fetch(input, init)
      const isHeard = (init?.method ?? 'GET') === 'GET' && !init?.signal?.aborted
      const isRepeated = this.#isRepeated(response, init?.signal)
      if (isHeard) this.#record(new URL(String(input)), identityOf(init), response, isRepeated)
      return response
    }
  }

  /** Whether it is the second 401 to one attempt. */
  #isRepeated({ status }: Response, signal: AbortSignal | null | undefined): boolean {
    if (!signal) return false
    const wasRejected = this.#rejected.delete(signal)
    if (status === 401 && !wasRejected) this.#rejected.add(signal)
    return status === 401 && wasRejected
  }

  #record(
    { pathname, searchParams }: URL,
    identity: string,
    { status, ok }: Response,
    isRepeated: boolean,
  ): void {
    const path = /^\/api\/v1(?:\/namespaces\/([^/]+))?\/pods$/.exec(pathname)
    if (!path) return
    const scope = {
      namespace: path[1] ?? '',
      labelSelector: searchParams.get('labelSelector') ?? '',
      fieldSelector: searchParams.get('fieldSelector') ?? '',
    }
    const answer = this.#answerOf(identity, scope)
    const now = this.#clock.now()
    if (ok) answer.denied = undefined
    // A user may be allowed to list and not to watch: the list decides.
    if (searchParams.has('watch') || (status !== 401 && status !== 403)) return
    if (status === 401 && !isRepeated) return
    if (answer.denied === undefined) answer.deniedAtMs = now
    answer.denied = status
  }

  #answerOf(identity: string, scope: ReadScope): Answer {
    const key = JSON.stringify([identity, scope])
    const answer = this.#answers.get(key) ?? {
      identity,
      scope,
      denied: undefined,
      deniedAtMs: Number.NEGATIVE_INFINITY,
    }
    this.#answers.set(key, answer)
    return answer
  }
}

/** The identity of a request's user, which the token names. */
export function identityOf(init: RequestInit | undefined): string {
  const [, identity = ''] = new Headers(init?.headers).get('authorization')?.split(' ') ?? []
  return identity
}
