import type { Clock, KubeClient } from '@kube-informer/core'
import { abortable, errorMessage, onAbort } from '@kube-informer/core/internal'
import {
  type ResourceRule,
  selfSubjectAccessReviews,
  selfSubjectRulesReviews,
} from '@kube-informer/core/resources'
import type { AccessDecision } from '../../api/access.ts'
import type { AccessQuestion } from './access-question.ts'

/** The part of a client that sends reviews. */
export type ReviewClient = Pick<KubeClient, 'create'>

export interface ReviewRequestsOptions {
  readonly client: ReviewClient
  readonly clock: Clock
}

/** How many reviews are in flight at once. */
const AT_ONCE = 8
/** How long the server has to answer a review. */
const PATIENCE_MS = 10_000

/** Sends reviews, at most eight at once. The others wait in order. */
export class ReviewRequests {
  readonly #client: ReviewClient
  readonly #clock: Clock
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor({ client, clock }: ReviewRequestsOptions) {
    this.#client = client
    this.#clock = clock
  }

  /** Never rejects. A signal that has aborted before its turn sends nothing. */
  async decide(question: AccessQuestion, signal: AbortSignal): Promise<AccessDecision> {
    try {
      const review = { spec: { resourceAttributes: question } }
      const { status } = await this.#send(signal, at =>
        this.#client.create(selfSubjectAccessReviews, review, { signal: at }),
      )
      if (typeof status?.allowed !== 'boolean') return failed('the response has no status')
      const { allowed, reason, evaluationError } = status
      return { allowed, ...(reason && { reason }), ...(evaluationError && { evaluationError }) }
    } catch (error) {
      return failed(errorMessage(error))
    }
  }

  /** The rules of the user in a namespace; undefined where the server cannot list all of them. Never rejects. */
  async rulesIn(namespace: string, signal: AbortSignal): Promise<readonly ResourceRule[] | undefined> {
    try {
      const { status } = await this.#send(signal, at =>
        this.#client.create(selfSubjectRulesReviews, { spec: { namespace } }, { signal: at }),
      )
      return status && !status.incomplete && !status.evaluationError ? status.resourceRules : undefined
    } catch {
      return undefined
    }
  }

  async #send<T>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running === AT_ONCE) await new Promise<void>(resolve => this.#waiting.push(resolve))
    else this.#running++
    try {
      signal.throwIfAborted()
      return await this.#inTime(signal, request)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  async #inTime<T>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    const unsubscribe = onAbort(signal, reason => stop.abort(reason))
    const late = new Error(`the server did not answer within ${PATIENCE_MS / 1000} s`)
    const timer = this.#clock.setTimeout(() => stop.abort(late), PATIENCE_MS)
    try {
      return await abortable(request(stop.signal), stop.signal)
    } finally {
      this.#clock.clearTimeout(timer)
      unsubscribe()
    }
  }
}

const failed = (why: string): AccessDecision => ({
  allowed: false,
  evaluationError: `the access review failed: ${why}`,
})
