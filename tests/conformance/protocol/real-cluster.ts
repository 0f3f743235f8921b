import { defineResource, type InformerClient, resourcePath, systemClock } from '@kube-informer/core'
import { configMaps, namespaces, pods } from '@kube-informer/testing'
import { type Cluster, events, widgets } from './target.ts'

/** How a real apiserver is reached. */
export interface Reachable {
  readonly url: string
  readonly token: string
}

/** The features that a real server lacks in a short test. */
export const REAL_LACKS = {
  faults: 'a real server has no fault injection',
  'virtual time': 'needs hours of real time, or a server without other writers',
  hooks: 'the readiness of a real server cannot be controlled',
  'rigged chance': 'the randomness of a real server cannot be controlled',
  controllers: 'no controller manager runs here, so namespaces are not emptied',
} as const

/** Opens a cluster for one test on a server that all tests share. */
export function openReal(
  plane: Reachable,
  client: InformerClient,
  prefix: string,
  defer: Cluster['defer'],
): Cluster {
  const made = new Set<string>()
  let bumps = 0
  defer(async () => {
    await Promise.all([...made].map(name => empty(client, name)))
  })
  const namespace = async (name = 'n') => {
    const full = prefix + name
    if (!made.has(full)) await client.create(namespaces, { metadata: { name: full } })
    made.add(full)
    return full
  }
  return {
    client,
    clock: systemClock,
    fake: undefined,
    namespace,
    nameOf: (full = '') => (full.startsWith(prefix) ? full.slice(prefix.length) : full),
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${plane.token}`)
      return fetch(plane.url + path, { ...init, headers })
    },
    rv: async () => (await client.list(nothing)).metadata.resourceVersion ?? '',
    bump: async () => {
      const metadata = { name: `${prefix}bump-${++bumps}`, namespace: 'default' }
      return (await client.create(configMaps, { metadata })).metadata?.resourceVersion ?? ''
    },
    elapse: ms => new Promise(resolve => setTimeout(resolve, ms)),
    defer,
  }
}

/** A resource without objects: its list has the resourceVersion and no items. */
const nothing = defineResource({
  group: '',
  version: 'v1',
  plural: 'podtemplates',
  kind: 'PodTemplate',
  namespaced: true,
})

/** Deletes the objects in a namespace. The namespace stays, because no controller would finalize it. */
async function empty(client: InformerClient, namespace: string): Promise<void> {
  const request = { method: 'DELETE', query: { gracePeriodSeconds: 0 } }
  const collections = [pods, widgets, events].map(resource => resourcePath(resource, { namespace }))
  await Promise.all(collections.map(path => client.request(path, request)))
}
