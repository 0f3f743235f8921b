import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { createRelay } from '@kube-informer/relay'
import { serveRelay } from '@kube-informer/relay/node'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import type { Start } from '../bench-case.ts'
import { versionedPods } from '../pods/wire.ts'

/** A fake apiserver with `count` Pods, and a relay of it whose cache is filled. */
export const start: Start = async setup => {
  const server = createFakeApiserver({ objects: [...versionedPods(setup)] })
  const { url: upstream } = await serve(server, { control: true })
  const relay = createRelay({
    upstream: createKubeClient({ baseUrl: upstream }),
    resources: [pods],
    authenticate: async () => ({ username: 'reader' }),
    authorize: async () => ({ allowed: true }),
  })
  const { url } = await serveRelay(relay)
  while (!(await fetch(`${url}/readyz`)).ok);
  return { upstream, relay: url }
}
