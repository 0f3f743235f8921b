import { createKubeClient } from '@kube-informer/core'
import { configMaps, createFakeApiserver, FakeClock } from '@kube-informer/testing'
import { type Cluster, type Target, widgets } from './target.ts'

/** A fake apiserver for each test, in this process and in virtual time. */
export const fakeTarget: Target = {
  name: 'the fake apiserver',
  lacks: { 'a wire': 'the fake answers within this process' },
  open: async defer => openFake(defer),
}

function openFake(defer: Cluster['defer']): Cluster {
  const clock = new FakeClock()
  const server = createFakeApiserver({
    clock,
    resources: [widgets],
    selectableFields: { 'widgets.protocol.example.com': ['spec.nodeName'] },
  })
  let bumps = 0
  return {
    client: createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock }),
    clock,
    fake: server,
    namespace: async (name = 'n') => name,
    nameOf: namespace => namespace ?? '',
    fetch: (path, init) => server.fetch(`http://fake${path}`, init),
    rv: async () => server.rv,
    bump: async () => {
      server.create({ metadata: { name: `bump-${++bumps}` } }, configMaps)
      return server.rv
    },
    elapse: ms => clock.advance(ms),
    defer,
  }
}
