import { createKubeClient } from '@kube-informer/core'
import { configMaps, pods } from '@kube-informer/core/resources'
import { createRelay, type RelayHandle } from '@kube-informer/relay'

/** The page that may use the relays of the tests. */
export const PAGE = 'https://dashboard.example'

/** The apiserver of a relay. */
export interface RelayUpstream {
  readonly url: string
  readonly token?: string | undefined
}

/** A relay for Pods and ConfigMaps that lets every reader read them, and passes everything else on. */
export const relayOf = ({ url, token }: RelayUpstream): RelayHandle =>
  createRelay({
    upstream: createKubeClient({ baseUrl: url, getToken: () => token }),
    resources: [pods, configMaps],
    authenticate: async () => ({ username: 'reader' }),
    authorize: async () => ({ allowed: true }),
    others: { baseUrl: url },
    origins: [PAGE],
  })
