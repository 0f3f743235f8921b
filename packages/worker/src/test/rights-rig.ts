import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import type { Subscription } from '../api/subscription.ts'
import type { HostOptions } from '../host/informer-host.ts'
import { hostRig, TestPage } from './host-rig.ts'
import { BASE_URL, createTestServer, TOKEN } from './informers.ts'
import { changingRights, type Rights } from './rights.ts'

export const EVERYTHING: Subscription = { resource: 'pods' }

/** The Pods of a namespace. */
export const inNamespace = (value: string): Subscription => ({
  resource: 'pods',
  slice: { target: { type: 'index', index: 'namespace', value } },
})

/** One Pod. */
export const object = (key: string): Subscription => ({
  resource: 'pods',
  slice: { target: { type: 'key', key } },
})

export interface RightsRigOptions extends Rights {
  /** The option `namespaces` of the page. */
  readonly given?: () => readonly string[] | Error
  readonly objects?: readonly KubernetesObject[]
  readonly limits?: HostOptions['limits']
}

/** A page of a user with few rights, and a fake apiserver. */
export async function rightsRig({ given, objects, limits, ...rights }: RightsRigOptions = { pods: [''] }) {
  const clock = new FakeClock()
  const { authorize, change } = changingRights(rights)
  const server = createTestServer({ clock, authorize, ...(objects && { objects }) })
  // The first write to the fake apiserver takes real time.
  const url = `${BASE_URL}/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } })
  await server.fetch(url, { method: 'POST', headers, body })
  const { open, greet, host } = hostRig({ clock, server, limits })
  const page = greet(new TestPage(given), { hasNamespaces: given !== undefined })
  /** The paths of lists and watches, without those that only count or confirm. */
  const requests = (kind: 'list' | 'watch') =>
    server.requests
      .filter(each => each.kind === kind && each.resource === 'pods' && each.query.limit !== '1')
      .map(({ path, query }) => (query.fieldSelector ? `${path}?${query.fieldSelector}` : path))
  const names = (id: number) => page.shows(id)?.rows.map(row => row.split('@')[0])
  return { clock, server, open, host, page, change, requests, names }
}
