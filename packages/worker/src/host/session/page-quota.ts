import { type Clock, UsageError } from '@kube-informer/core'
import { subscriptionKey } from '../../api/subscription.ts'
import type { CallMessage } from '../../wire/calls.ts'
import type { SubscribeMessage } from '../../wire/protocol.ts'
import type { RelateMessage } from '../../wire/related.ts'
import { HeldMessages } from './held-messages.ts'
import type { ResolvedLimits } from './host-limits.ts'
import { RecentUses } from './recent-uses.ts'

export interface PageQuotaOptions {
  readonly clock: Clock
  readonly limits: ResolvedLimits
}

/** The period of the limit of messages. */
const PERIOD_MS = 10_000

/** What one page uses of a host. Its methods throw a UsageError for more than the limits allow. */
export class PageQuota {
  /** The informers that run for the page's subscriptions. */
  readonly informers: RecentUses
  readonly #clock: Clock
  readonly #maxMessages: number
  readonly #calls: HeldMessages
  readonly #subscriptions: HeldMessages
  readonly #scopes: RecentUses
  /** By the id of the subscription. */
  readonly #closeScope = new Map<number, () => void>()
  #messages = 0
  #periodEndsAt = Number.NEGATIVE_INFINITY

  constructor({ clock, limits }: PageQuotaOptions) {
    const { calls, subscriptions, scopes, informers, messages, size: maxSize } = limits
    this.#clock = clock
    this.#maxMessages = messages
    this.#calls = new HeldMessages({ what: 'calls in flight', maxCount: calls, maxSize })
    this.#subscriptions = new HeldMessages({
      what: 'open subscriptions',
      maxCount: subscriptions,
      maxSize,
    })
    this.#scopes = new RecentUses({
      clock,
      max: scopes,
      excess: `the page has subscribed to more than ${scopes} scopes within a minute`,
    })
    this.informers = new RecentUses({
      clock,
      max: informers,
      excess: `the page needs more than ${informers} informers within a minute, the limit \`informers\` of its host`,
    })
  }

  /** A message has arrived. */
  receive(): void {
    const now = this.#clock.now()
    if (now >= this.#periodEndsAt) {
      this.#periodEndsAt = now + PERIOD_MS
      this.#messages = 0
    }
    if (++this.#messages > this.#maxMessages)
      throw new UsageError(
        `the page has sent more than ${this.#maxMessages} messages in ${PERIOD_MS / 1_000} seconds`,
      )
  }

  /** A message was an expected one, however many follow. */
  uncountMessage(): void {
    this.#messages--
  }

  /** A repeated id replaces the subscription. */
  subscribe(message: SubscribeMessage): void {
    const { id, subscription } = message
    this.unsubscribe(id)
    this.#subscriptions.add(id, message)
    const { resource, scope } = subscription
    this.#closeScope.set(id, this.#scopes.open(subscriptionKey({ resource, scope })))
  }

  /** A tree opens informers of several resources in one namespace, each once. */
  relate(message: RelateMessage, resources: readonly string[]): void {
    const { id, related } = message
    this.unsubscribe(id)
    this.#subscriptions.add(id, message)
    const { namespace } = related.root
    const close = resources.map(resource =>
      this.#scopes.open(subscriptionKey({ resource, scope: { namespace } })),
    )
    this.#closeScope.set(id, () => {
      for (const each of close) each()
    })
  }

  unsubscribe(id: number): void {
    this.#subscriptions.delete(id)
    this.#closeScope.get(id)?.()
    this.#closeScope.delete(id)
  }

  startCall(message: CallMessage): void {
    this.#calls.add(message.id, message)
  }

  /** Idempotent. */
  endCall(id: number): void {
    this.#calls.delete(id)
  }
}
