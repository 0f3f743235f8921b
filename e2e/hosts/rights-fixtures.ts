import type { KubeClient } from '@kube-informer/core'
import { clientOf } from '../../tools/kubernetes/seed.ts'
import { type CountingProxy, countingProxy } from '../journeys/counting-proxy.ts'
import { test as base } from './real-cluster.ts'
import { type RightsOptions, rightsUrl } from './rights-options.ts'
import { ServiceAccount } from './service-account.ts'

/** A user without rights on a real apiserver, and a page that shows what the user may read. */
export interface Visit {
  readonly admin: KubeClient
  readonly user: ServiceAccount
  /** Records the page's requests. */
  readonly proxy: CountingProxy
  open(options: Omit<RightsOptions, 'api' | 'token'>): Promise<void>
  /** The status code for a request of the user. The server applies changed rights after some milliseconds. */
  codeFor(path: string): Promise<number>
}

/** Journeys of users with few rights; skipped, with a reason, where there is no real apiserver. */
export const test = base.extend<{ readonly visit: Visit }>({
  visit: async ({ cluster, page, site }, use, info) => {
    info.skip('skip' in cluster, 'skip' in cluster ? cluster.skip : '')
    if ('skip' in cluster) return
    const admin = clientOf(cluster)
    const user = await ServiceAccount.create(admin, `user-${info.testId.slice(-8)}`)
    const { token } = user
    // A page reaches the server over HTTPS only if it trusts the certificate.
    const proxy = await countingProxy(cluster.url)
    await use({
      admin,
      user,
      proxy,
      open: async options => {
        await page.goto(rightsUrl(site.url, { api: proxy.url, token, ...options }))
      },
      codeFor: async path => {
        const headers = { authorization: `Bearer ${token}` }
        const { status, body } = await fetch(cluster.url + path, { headers })
        await body?.cancel()
        return status
      },
    })
    await proxy.close()
  },
})
