import { type Clock, type KubeClient, systemClock } from '@kube-informer/core'
import { type SubjectAccessReviewSpec, subjectAccessReviews } from '@kube-informer/core/resources'
import type { AccessAttributes, AccessDecision, Authorize } from '../api/access-attributes.ts'
import type { Identity } from '../api/identity.ts'
import { SharedCalls } from '../api/shared-calls.ts'
import { withDeadline } from '../api/with-deadline.ts'
import { ExpiringMap } from './expiring-map.ts'

/** Options of {@link accessReview}. */
export interface AccessReviewOptions {
  /** A client with the relay's credentials, which may create SubjectAccessReviews (ClusterRole `system:auth-delegator`). */
  readonly client: KubeClient
  /** How long an allowance is not reviewed again, in milliseconds. @default 60_000 */
  readonly ttlMs?: number | undefined
  /** How long a denial is not reviewed again, in milliseconds. @default 5000 */
  readonly deniedMs?: number | undefined
  /** Maximum number of cached decisions. @default 10_000 */
  readonly maxEntries?: number | undefined
  /** Maximum duration of a review, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined
  readonly clock?: Clock | undefined
}

/**
 * Authorizes readers by SubjectAccessReviews: one per identity, verb and scope, selectors included. Decisions are cached,
 * and equal reviews share one request.
 *
 * @example
 * createRelay({ authorize: accessReview({ client }), ... })
 */
export function accessReview(options: AccessReviewOptions): Authorize {
  const { client, ttlMs = 60_000, deniedMs = 5000, clock = systemClock } = options
  const decisions = new ExpiringMap<AccessDecision>(clock, options.maxEntries ?? 10_000)
  const calls = new SharedCalls<AccessDecision>()
  const deadline = { clock, timeoutMs: options.timeoutMs ?? 10_000, what: 'review an access' }

  const review = async (spec: SubjectAccessReviewSpec, key: string, signal: AbortSignal) => {
    const object = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec } as const
    const { status } = await withDeadline(deadline, signal, timed =>
      client.create(subjectAccessReviews, object, { signal: timed }),
    )
    const allowed = status?.allowed === true && status.denied !== true
    const checkedUntil = clock.now() + (allowed ? ttlMs : deniedMs)
    const decision = { allowed, reason: status?.reason, checkedUntil }
    decisions.set(key, decision, checkedUntil)
    return decision
  }

  return async (identity, attributes, signal) => {
    const spec = specOf(identity, attributes)
    const key = JSON.stringify(spec)
    return decisions.get(key) ?? (await calls.run(key, shared => review(spec, key, shared), signal))
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
