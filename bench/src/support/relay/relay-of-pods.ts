import type { Setup } from '../../runner/bench-case.ts'

/** Starts a fake apiserver with `count` Pods, and a relay of it whose cache is filled. A reader's name is its Authorization header. */
export async function startRelayOfPods(setup: Setup): Promise<Setup> {
  const { versionedPods } = await import('../pods/wire.ts')
  const { createKubeClient } = await import('@kube-informer/core')
  const { pods } = await import('@kube-informer/core/resources')
  const { createRelay } = await import('@kube-informer/relay')
  const { serveRelay } = await import('@kube-informer/relay/node')
  const { createFakeApiserver } = await import('@kube-informer/testing')
  const { serve } = await import('@kube-informer/testing/node')
  const server = createFakeApiserver({ objects: [...versionedPods(setup)] })
  const { url: upstream } = await serve(server, { control: true })
  const relay = createRelay({
    upstream: createKubeClient({ baseUrl: upstream }),
    resources: [pods],
    authenticate: async request => ({ username: request.headers.get('Authorization') ?? 'reader' }),
    authorize: async () => ({ allowed: true }),
    // A burst of watches must reach the scheduler, not this limit.
    budgets: { watchesPerSecond: 100_000 },
  })
  const { url } = await serveRelay(relay)
  while (!(await fetch(`${url}/readyz`)).ok);
  return { upstream, relay: url }
}
