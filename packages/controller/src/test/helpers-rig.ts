import { createKubeClient, type KubernetesObject } from '@kube-informer/core'
import { createFakeApiserver, FakeClock, seededRandom } from '@kube-informer/testing'
import { directClient } from './direct-client.ts'

/** A fake apiserver with a client that reads from it directly, and the log of its writes. */
export function createHelpersRig(...objects: readonly KubernetesObject[]) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, random: seededRandom(1), objects })
  const client = directClient(createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock }))
  return {
    clock,
    server,
    client,
    /** `PATCH /api/v1/namespaces/default/pods/a` */
    writes: () =>
      server.requests
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path.replace(/.*namespaces\//, '')}`),
  }
}
