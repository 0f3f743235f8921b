import { createKubeClient, type Fetch } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver, pods } from '@kube-informer/testing'
import type { RelayOptions } from '../api/relay-options.ts'
import { createRelay, type RelayHandle } from '../create-relay.ts'

/** The page that may use a {@link liveRelay}. */
export const PAGE = 'https://dashboard.example'

/** A relay for Pods in front of a fake apiserver, in real time. */
export function liveRelay(options: Partial<RelayOptions> = {}): {
  readonly server: FakeApiserver
  readonly relay: RelayHandle
} {
  const server = createFakeApiserver()
  const relay = createRelay({
    upstream: createKubeClient({ baseUrl: 'http://upstream', fetch: server.fetch as Fetch }),
    resources: [pods],
    authenticate: async () => ({ username: 'reader' }),
    authorize: async () => ({ allowed: true }),
    origins: [PAGE],
    flushMs: 0,
    ...options,
  })
  return { server, relay }
}

/** A Pod for the fake's `create`. */
export const livePod = (name: string, padding = 0) => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', annotations: { padding: 'x'.repeat(padding) } },
})
