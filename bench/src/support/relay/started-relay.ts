import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { createRelay, type RelayHandle } from '@kube-informer/relay'
import { FIRST } from './events.ts'
import { PushedUpstream } from './pushed-upstream.ts'

/** A relay that admits every reader, with the upstream whose events it relays. */
export interface BenchRelay {
  readonly upstream: PushedUpstream
  readonly relay: RelayHandle
}

/** Shorter than the default, which would only make the bench wait. */
const FLUSH_MS = 5

/** A watch without initial events. */
export const WATCH_PATH = `/api/v1/pods?watch=1&resourceVersion=${FIRST}`

export function createBenchRelay(): BenchRelay {
  const upstream = new PushedUpstream()
  const relay = createRelay({
    upstream: createKubeClient({ baseUrl: 'http://upstream', fetch: upstream.fetch }),
    resources: [pods],
    authenticate: async () => ({ username: 'reader' }),
    authorize: async () => ({ allowed: true }),
    flushMs: FLUSH_MS,
    // All readers are one user.
    budgets: { watchesPerUser: 100_000, watchesPerSecond: Number.POSITIVE_INFINITY },
  })
  return { upstream, relay }
}

/** Starts a relay, which runs until the process ends. */
export async function startRelay(): Promise<BenchRelay> {
  const { upstream, relay } = createBenchRelay()
  void relay.run(new AbortController().signal)
  await upstream.watched
  return { upstream, relay }
}
