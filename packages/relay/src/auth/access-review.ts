import { type Clock, type InformerClient, type Random, systemClock } from '@kube-informer/core'
import { type SubjectAccessReviewSpec, subjectAccessReviews } from '@kube-informer/core/resources'
import type { AccessAttributes, AccessDecision, Authorize } from '../api/access-attributes.ts'
import type { Identity } from '../api/identity.ts'
import { SharedCalls } from '../api/shared-calls.ts'
import { withDeadline } from '../api/with-deadline.ts'
import { OwnedCache } from './owned-cache.ts'
import { watchRbac } from './rbac-watch.ts'
import { sha256 } from './sha-256.ts'

/** The client that reviews, and how long an answer holds. */
export interface AccessReviewOptions {
  /** A client with the relay's credentials, which may create SubjectAccessReviews (ClusterRole `system:auth-delegator`). */
  readonly client: InformerClient
  /** How long an allowance is not reviewed again, in milliseconds. @default 60_000 */
  readonly ttlMs?: number | undefined
  /** How long a denial is not reviewed again, in milliseconds. @default 5000 */
  readonly deniedMs?: number | undefined
  /** Maximum number of cached decisions. One more displaces the oldest of the user with the most. @default 10_000 */
  readonly maxEntries?: number | undefined
  /** Maximum duration of a review, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined
  /**
   * Whether to watch Roles, RoleBindings, ClusterRoles and ClusterRoleBindings, so that running watches are checked at once
   * when one of them changes. The client needs `list` and `watch` on them. Without this, a revocation takes effect after
   * `ttlMs` at the latest. @default false
   */
  readonly watchRbac?: boolean | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/**
 * Authorizes readers by SubjectAccessReviews: one per identity, verb and scope, selectors included. Decisions are cached,
 * and equal reviews share one request.
 *
 * @example
 * createRelay({ authorize: accessReview({ client }), ... })
 */
export function accessReview(options: AccessReviewOptions): Authorize {
  const { client, watchRbac: watchesRbac = false, clock = systemClock, random = Math.random } = options
  const reviews = new AccessReviews(options)
  const authorize: Authorize = (identity, attributes, signal) =>
    reviews.decide(specOf(identity, attributes), signal)
  if (!watchesRbac) return authorize
  return Object.assign(authorize, {
    run: (signal: AbortSignal, onChange: () => void, onError?: (error: unknown) => void) => {
      const forget = () => {
        reviews.forget()
        onChange()
      }
      return watchRbac({ client, clock, random, onChange: forget, onError }, signal)
    },
  })
}

/** Reviews with a cache. */
class AccessReviews {
  readonly #client: InformerClient
  readonly #ttlMs: number
  readonly #deniedMs: number
  readonly #timeoutMs: number
  readonly #clock: Clock
  readonly #decisions: OwnedCache<AccessDecision>
  readonly #calls = new SharedCalls<AccessDecision>()
  #generation = 0

  constructor(options: AccessReviewOptions) {
    const { clock = systemClock } = options
    this.#client = options.client
    this.#ttlMs = options.ttlMs ?? 60_000
    this.#deniedMs = options.deniedMs ?? 5000
    this.#timeoutMs = options.timeoutMs ?? 10_000
    this.#clock = clock
    this.#decisions = new OwnedCache({ clock, capacity: options.maxEntries ?? 10_000 })
  }

  async decide(spec: SubjectAccessReviewSpec, signal: AbortSignal): Promise<AccessDecision> {
    const key = sha256(JSON.stringify(spec))
    const known = this.#decisions.get(spec.user ?? '', key)
    return known ?? this.#calls.run(key, shared => this.#review(spec, key, shared), signal)
  }

  /** Discards all decisions, also those of reviews in flight. */
  forget(): void {
    this.#generation++
    this.#decisions.clear()
    this.#calls.forget()
  }

  async #review(spec: SubjectAccessReviewSpec, key: string, signal: AbortSignal): Promise<AccessDecision> {
    const generation = this.#generation
    const object = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec } as const
    const { status } = await withDeadline(
      { clock: this.#clock, timeoutMs: this.#timeoutMs, what: 'review an access' },
      signal,
      timed => this.#client.create(subjectAccessReviews, object, { signal: timed }),
    )
    // Only an answer is a denial: readers give up their rows.
    if (typeof status?.allowed !== 'boolean') throw new Error('the review has no answer')
    const allowed = status.allowed && status.denied !== true
    const lifetimeMs = allowed ? this.#ttlMs : this.#deniedMs
    const decision = { allowed, reason: status.reason, checkedUntil: this.#clock.now() + lifetimeMs }
    if (generation === this.#generation) this.#decisions.set(spec.user ?? '', key, decision, lifetimeMs)
    return decision
  }
}

/** The review of a request. It contains everything that a decision may depend on, and is therefore the cache key, too. */
function specOf(
  { username, uid, groups, extra }: Identity,
  attributes: AccessAttributes,
): SubjectAccessReviewSpec {
  const { verb, path, group, version, resource, namespace, name } = attributes
  const { labelSelector, fieldSelector } = attributes
  const subject = { user: username, ...(uid && { uid }), ...(groups && { groups }), ...(extra && { extra }) }
  if (path !== undefined) return { ...subject, nonResourceAttributes: { verb, path } }
  return {
    ...subject,
    resourceAttributes: {
      verb,
      group,
      version,
      resource,
      namespace,
      name,
      ...(labelSelector && { labelSelector: { rawSelector: labelSelector } }),
      ...(fieldSelector && { fieldSelector: { rawSelector: fieldSelector } }),
    },
  }
}
