import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { beforeAll, describe, test } from 'vitest'
import { openCluster, trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import type { Upstream } from './fault-proxy.ts'
import { play, SCENES } from './node-scenes.ts'

/** client-node's informer, restarted after errors as its documentation shows, behind a proxy that injects faults. */

const SET_UP_MS = 120_000
const TIMEOUT_MS = 30_000

describe('client-node on the fake apiserver', () => {
  describeScenes(async () => {
    const { url, close } = await serve(createFakeApiserver())
    return { upstream: { url }, close }
  })
})

describeReal('client-node on a real kube-apiserver', () => {
  describeScenes(async () => {
    const cluster = await openCluster(() => {})
    if ('skip' in cluster) throw new Error(cluster.skip)
    trust(cluster)
    return { upstream: cluster, close: () => cluster.stop() }
  })
})

interface Opened {
  readonly upstream: Upstream
  readonly close: () => Promise<void>
}

function describeScenes(open: () => Promise<Opened>): void {
  let opened: Opened
  const run = Date.now().toString(36)
  beforeAll(async () => {
    opened = await open()
    return opened.close
  }, SET_UP_MS)

  test.concurrent.for(SCENES.map((scene, number) => ({ ...scene, number })))(
    '$title',
    { timeout: TIMEOUT_MS },
    async ({ number, ...scene }, { expect }) => {
      const ending = await play(scene, opened.upstream, `informers-${run}-${number}`)
      const { tells = false, fails } = scene
      expect(ending).toEqual({ isEqual: fails === undefined, reportedErrors: tells, met: true })
    },
  )
}
