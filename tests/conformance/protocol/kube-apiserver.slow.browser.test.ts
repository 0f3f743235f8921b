import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { describeProtocol } from './protocol.ts'
import { openReal, REAL_LACKS, type Reachable } from './real-cluster.ts'
import { defineWidgets } from './widgets-definition.ts'

// The same rows with the client in a page: Chromium's fetch, over HTTPS and HTTP/2, cross-origin.
let plane: Reachable | undefined
let tests = 0
const reaching = ({ url, token }: Reachable) => ({ baseUrl: url, getToken: () => token })

if (await commands.isKubernetesBuilt()) {
  beforeAll(async () => {
    plane = await commands.startKubernetes()
    await defineWidgets(createKubeClient(reaching(plane)))
  }, 120_000)
  afterAll(() => commands.stopKubernetes(), 20_000)
  describeProtocol({
    name: 'kube-apiserver, from a page',
    lacks: {
      ...REAL_LACKS,
      minutes: 'tested in Node with LONG=1',
      'a wire': 'a page can neither set nor read the encoding of a response',
      compaction: 'tested in Node',
      relists: 'tested in Node',
      'raw paths': 'a page normalizes every path',
      headers: 'a page cannot set User-Agent, nor read a cross-origin Retry-After',
      'gzip members':
        "Chromium's fetch delivers the first member only; e2e/transports tests the informers' workaround",
    },
    open: async defer => {
      if (!plane) throw new Error('the server is not running')
      return openReal(plane, createKubeClient(reaching(plane)), `t${++tests}-`, defer)
    },
  })
  test('twenty watches are open at once, which requires HTTP/2, and a further request succeeds', async () => {
    if (!plane) throw new Error('the server is not running')
    const stopping = new AbortController()
    const client = createKubeClient({ ...reaching(plane), maxFetchWatches: Number.POSITIVE_INFINITY })
    const { resourceVersion } = (await client.list(pods)).metadata
    const watches = Array.from({ length: 20 }, () =>
      client.watch(pods, { resourceVersion }, { signal: stopping.signal }),
    )
    expect(await Promise.all(watches)).toHaveLength(20)
    expect((await client.list(pods, { limit: 1 })).kind).toBe('PodList')
    stopping.abort()
  })
} else {
  test('a real kube-apiserver', context =>
    context.skip('not built: run npm run kube-apiserver -- --build, which needs Go'))
}
