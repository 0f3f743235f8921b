import type { Clock } from '@kube-informer/core'
import {
  abortable,
  ExpiringMap,
  groupBy,
  type Resolvers,
  Timer,
  withResolvers,
} from '@kube-informer/core/internal'
import type { ResourceRule } from '@kube-informer/core/resources'
import type { AccessDecision } from '../../api/access.ts'
import type { AccessQuestion } from './access-question.ts'
import { type ReviewClient, ReviewRequests } from './review-requests.ts'
import { rulesAllow } from './rules-allow.ts'

export interface AccessReviewsOptions {
  /** The reviews are about its credentials. */
  readonly client: ReviewClient
  readonly clock: Clock
}

/** A question without an answer yet, and those who wait for it. */
interface Pending {
  readonly key: string
  readonly question: AccessQuestion
  readonly answer: Resolvers<AccessDecision>
  /** Of the request; aborts when every caller has left. Undefined until the request is sent. */
  request: AbortController | undefined
  callers: number
}

/** How long an answer is used. */
const ANSWER_MS = 120_000
/** How long the result of a failed review is used: long enough that a list of buttons asks once. */
const FAILURE_MS = 10_000
/** How long questions are collected, so that those about one namespace go out together. */
const BATCH_MS = 10
/** From this number of questions about one namespace on, its rules are requested. */
const RULES_FROM = 4
/** In answers: one for each of 5,000 namespaces and two verbs. */
const CAPACITY = 10_000

/**
 * Asks a server what the user of a client may do. Answers are cached for two minutes. Equal questions share a request,
 * and several questions about one namespace are answered by one SelfSubjectRulesReview where the server can list all
 * rules of the user. Other questions take a SelfSubjectAccessReview each, at most eight at once.
 */
export class AccessReviews {
  readonly #requests: ReviewRequests
  readonly #answers: ExpiringMap<string, AccessDecision>
  /** By namespace; null where the server cannot list all rules. */
  readonly #rules: ExpiringMap<string, readonly ResourceRule[] | null>
  readonly #pending = new Map<string, Pending>()
  readonly #timer: Timer
  readonly #closed = new AbortController()
  #batch: Pending[] = []
  /** Part of every key; changes when the answers so far no longer count. */
  #generation = 0

  constructor(options: AccessReviewsOptions) {
    const { clock } = options
    this.#requests = new ReviewRequests(options)
    this.#answers = new ExpiringMap({ clock, capacity: CAPACITY })
    this.#rules = new ExpiringMap({ clock, capacity: CAPACITY })
    this.#timer = new Timer(clock)
  }

  /**
   * Rejects only with the reason of the signal, or of `close`: a review that fails is a decision with an
   * `evaluationError`. A question that all callers have abandoned is not sent.
   */
  async review(question: AccessQuestion, signal?: AbortSignal): Promise<AccessDecision> {
    this.#closed.signal.throwIfAborted()
    signal?.throwIfAborted()
    const key = `${this.#generation} ${JSON.stringify(question)}`
    const known = this.#answers.get(key) ?? this.#byRules(question)
    if (known) return known
    const pending = this.#pending.get(key) ?? this.#add(key, question)
    pending.callers++
    try {
      return await abortable(pending.answer.promise, signal)
    } finally {
      if (--pending.callers === 0) this.#abandon(pending)
    }
  }

  /** Asks the server, whatever it has answered before. Never rejects. */
  reviewAgain(question: AccessQuestion, signal: AbortSignal): Promise<AccessDecision> {
    return this.#requests.decide(question, signal)
  }

  /** Forgets every answer, and sends again what is in flight: the user may be another one. */
  restart(): void {
    this.clear()
    for (const pending of this.#pending.values()) {
      if (!pending.request) continue
      pending.request.abort()
      pending.request = undefined
      this.#enqueue(pending)
    }
  }

  /** Forgets every answer: the rights may have changed. Answers in flight reach their callers and are not kept. */
  clear(): void {
    this.#generation++
    this.#answers.clear()
    this.#rules.clear()
  }

  /** Ends every request; pending and later questions reject. Idempotent. */
  close(): void {
    const reason = new Error('the access reviews were stopped')
    this.#closed.abort(reason)
    this.#timer.stop()
    for (const { answer, request } of this.#pending.values()) {
      answer.reject(reason)
      request?.abort(reason)
    }
    this.clear()
  }

  #add(key: string, question: AccessQuestion): Pending {
    const answer = withResolvers<AccessDecision>()
    const pending: Pending = { key, question, answer, request: undefined, callers: 0 }
    this.#pending.set(key, pending)
    this.#enqueue(pending)
    return pending
  }

  #enqueue(pending: Pending): void {
    this.#batch.push(pending)
    this.#timer.startUnlessPending(BATCH_MS, () => this.#send())
  }

  #abandon(pending: Pending): void {
    if (this.#pending.get(pending.key) === pending) this.#pending.delete(pending.key)
    pending.request?.abort()
  }

  #send(): void {
    const batch = this.#batch.splice(0).filter(({ callers }) => callers > 0)
    for (const pending of batch) pending.request = new AbortController()
    for (const [namespace, group] of groupBy(batch, ({ question }) => question.namespace)) {
      const usesRules = namespace !== undefined && group.length >= RULES_FROM
      if (usesRules && this.#rules.get(namespace) === undefined) void this.#askRules(namespace, group)
      else for (const each of group) void this.#ask(each)
    }
  }

  async #ask(pending: Pending): Promise<void> {
    const { question, request } = pending
    if (!request) return
    const decision = await this.#requests.decide(question, request.signal)
    if (pending.request === request) this.#settle(pending, decision)
  }

  async #askRules(namespace: string, group: readonly Pending[]): Promise<void> {
    const generation = this.#generation
    const sent = group.map(pending => ({ pending, request: pending.request }))
    const rules = await this.#requests.rulesIn(namespace, this.#closed.signal)
    // After `clear` the rules are old: they answer these questions and no later ones.
    if (generation === this.#generation) this.#rules.set(namespace, rules ?? null, ANSWER_MS)
    for (const { pending, request } of sent) {
      if (pending.request !== request) continue
      if (rules) this.#settle(pending, { allowed: rulesAllow(rules, pending.question) })
      else void this.#ask(pending)
    }
  }

  #byRules(question: AccessQuestion): AccessDecision | undefined {
    const rules = question.namespace === undefined ? undefined : this.#rules.get(question.namespace)
    return rules ? { allowed: rulesAllow(rules, question) } : undefined
  }

  #settle(pending: Pending, decision: AccessDecision): void {
    const { key, answer } = pending
    // Everyone has left, and perhaps asked again.
    if (this.#pending.get(key) !== pending) return
    const isUnknown = !decision.allowed && decision.evaluationError !== undefined
    this.#answers.set(key, decision, isUnknown ? FAILURE_MS : ANSWER_MS)
    this.#pending.delete(key)
    answer.resolve(decision)
  }
}
