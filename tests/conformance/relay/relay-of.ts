import { createKubeClient } from '@kube-informer/core'
import { configMaps, deployments, pods } from '@kube-informer/core/resources'
import { createRelay, type RelayHandle, type RelayOptions } from '@kube-informer/relay'

/** The page that may use the relays of the tests. */
export const PAGE = 'https://dashboard.example'

/** The apiserver of a relay. */
export interface RelayUpstream {
  readonly url: string
  readonly token?: string | undefined
}

/** A relay that lets every reader read what it caches, and passes everything else on. */
export function relayOf({ url, token }: RelayUpstream, options: Partial<RelayOptions> = {}): RelayHandle {
  return createRelay({
    upstream: createKubeClient({ baseUrl: url, getToken: () => token }),
    resources: [pods, configMaps, deployments],
    authenticate: async () => ({ username: 'reader' }),
    authorize: async () => ({ allowed: true }),
    others: { baseUrl: url },
    origins: [PAGE],
    ...options,
  })
}
