import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { accessReview, type RelayBudgets, type RelayOptions, tokenReview } from '@kube-informer/relay'
import { hastyClock } from './hasty-clock.ts'

/** How a relay under test is configured. A process or a Worker gets it as JSON. */
export interface RelaySettings {
  /** The URL of the apiserver. */
  readonly server: string
  /** The relay's own token. */
  readonly token: string
  /** How long reviews of tokens and of accesses hold, in milliseconds. */
  readonly reviewsHoldMs: number
  /** Whether changes of roles and bindings are watched. */
  readonly watchesRbac: boolean
  readonly budgets?: RelayBudgets | undefined
  /** The time between comparisons of the cache with the apiserver. */
  readonly checkMs?: number | undefined
}

/** The page that may use the relay. */
export const ORIGIN = 'https://dashboard.example'

/** The options of a relay under test that do not depend on its host. */
export function relayOptions({
  server,
  token,
  reviewsHoldMs,
  watchesRbac,
  budgets,
  checkMs,
}: RelaySettings): RelayOptions {
  const clock = hastyClock
  const client = createKubeClient({ baseUrl: server, getToken: () => token, clock })
  return {
    upstream: client,
    resources: [pods],
    authenticate: tokenReview({ client, cacheMs: reviewsHoldMs, clock }),
    authorize: accessReview({ client, ttlMs: reviewsHoldMs, watchRbac: watchesRbac, clock }),
    origins: [ORIGIN],
    flushMs: 5,
    // All readers of a test open their watches at once.
    budgets: { watchesPerSecond: 1e6, watchBurst: 1e6, ...budgets },
    checkMs,
    clock,
  }
}
