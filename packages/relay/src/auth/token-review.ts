import { type Clock, type KubeClient, systemClock } from '@kube-informer/core'
import { ExpiringMap } from '@kube-informer/core/internal'
import { type TokenReviewStatus, tokenReviews } from '@kube-informer/core/resources'
import type { Authenticate, Identity } from '../api/identity.ts'
import { SharedCalls } from '../api/shared-calls.ts'
import { withDeadline } from '../api/with-deadline.ts'
import { bearerToken, expiryOf } from './bearer-token.ts'
import { sha256 } from './sha-256.ts'
import { TooManyReviews } from './too-many-reviews.ts'

/** The client that reviews, and how long an answer holds. */
export interface TokenReviewOptions {
  /** A client with the relay's credentials, which may create TokenReviews (ClusterRole `system:auth-delegator`). */
  readonly client: KubeClient
  /** The audiences that tokens must have. @default those of the apiserver */
  readonly audiences?: readonly string[] | undefined
  /** How long an accepted token is not reviewed again, in milliseconds. @default 60_000 */
  readonly cacheMs?: number | undefined
  /** How long a rejected token is not reviewed again, in milliseconds. @default 5000 */
  readonly rejectedMs?: number | undefined
  /** Maximum number of accepted tokens that are cached, and that of rejected ones. @default 10_000 */
  readonly maxEntries?: number | undefined
  /**
   * Reviews in flight of tokens that were not accepted within the last hour; one more is a 429. Without it, a sender of
   * invented tokens could use up the requests of the relay and of its client. @default 100
   */
  readonly maxUnknown?: number | undefined
  /** Maximum duration of a review, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined
  readonly clock?: Clock | undefined
}

/** How long an accepted token counts as known. */
const KNOWN_MS = 60 * 60_000
/** A known token is a hash only, so that there may be more of them than cached answers. */
const KNOWN_PER_ENTRY = 10

interface Answer {
  readonly identity: Identity | undefined
}

/**
 * Authenticates readers by their bearer tokens, with a TokenReview each. Answers are cached by the SHA-256 of the token, and
 * equal reviews share one request. A token that is a JWT expires at its `exp`.
 *
 * @example
 * createRelay({ authenticate: tokenReview({ client, audiences: ['relay.example'] }), ... })
 */
export function tokenReview(options: TokenReviewOptions): Authenticate {
  const { client, audiences, cacheMs = 60_000, rejectedMs = 5000, clock = systemClock } = options
  const { maxEntries: capacity = 10_000, maxUnknown = 100 } = options
  const accepted = new ExpiringMap<string, Answer>({ clock, capacity })
  const rejected = new ExpiringMap<string, Answer>({ clock, capacity })
  const known = new ExpiringMap<string, true>({ clock, capacity: KNOWN_PER_ENTRY * capacity })
  const calls = new SharedCalls<Answer>()
  let unknownInFlight = 0
  const deadline = { clock, timeoutMs: options.timeoutMs ?? 10_000, what: 'review a token' }

  const review = async (token: string, key: string, signal: AbortSignal): Promise<Answer> => {
    const spec = { token, ...(audiences && { audiences }) }
    const object = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec } as const
    const { status } = await withDeadline(deadline, signal, timed =>
      client.create(tokenReviews, object, { signal: timed }),
    )
    const checkedUntil = clock.now() + cacheMs
    const identity = identityOf(status, audiences, { expiresAt: expiryOf(token), checkedUntil })
    const answer = { identity }
    if (identity) {
      accepted.set(key, answer, cacheMs)
      known.set(key, true, KNOWN_MS)
    } else rejected.set(key, answer, rejectedMs)
    return answer
  }

  const reviewIfRoom: typeof review = async (token, key, signal) => {
    if (known.get(key)) return review(token, key, signal)
    if (unknownInFlight >= maxUnknown) throw new TooManyReviews('too many unknown tokens are being reviewed')
    unknownInFlight++
    try {
      return await review(token, key, signal)
    } finally {
      unknownInFlight--
    }
  }

  return async (request, signal) => {
    const token = bearerToken(request)
    if (token === undefined) return undefined
    const key = sha256(token)
    const cached = accepted.get(key) ?? rejected.get(key)
    const answer = cached ?? (await calls.run(key, shared => reviewIfRoom(token, key, shared), signal))
    return answer.identity
  }
}

function identityOf(
  status: TokenReviewStatus | undefined,
  audiences: readonly string[] | undefined,
  times: Pick<Identity, 'expiresAt' | 'checkedUntil'>,
): Identity | undefined {
  const { authenticated = false, user, audiences: valid = [] } = status ?? {}
  if (!authenticated || !user?.username) return undefined
  // A server that does not know audiences omits them; the token may then be meant for any service.
  if (audiences && !audiences.some(audience => valid.includes(audience))) return undefined
  const { username, uid, groups, extra } = user
  return { username, uid, groups, extra, ...times }
}
