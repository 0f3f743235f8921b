import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCluster, trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import type { Cluster } from '../../../tools/kubernetes/start.ts'
import { judge } from './judge.ts'
import { fakeServer, forgetBeginning, realServer } from './targets.ts'

const SET_UP_MS = 120_000
const TIMEOUT_MS = 180_000

describeReal('the fake apiserver and a real one', () => {
  let cluster: Cluster
  beforeAll(async () => {
    const opened = await openCluster(() => {})
    if ('skip' in opened) throw new Error(opened.skip)
    cluster = opened
    trust(cluster)
    await forgetBeginning(cluster)
  }, SET_UP_MS)
  afterAll(() => cluster?.stop(), 20_000)

  test(
    'respond equally to 500 random requests, except for the differences in docs/fidelity.md',
    async () => {
      const servers = { real: realServer(cluster), fake: fakeServer() }
      const { failures, requests, report } = await judge(servers, { seed: 1, requests: 500 })
      expect(failures, report.join('\n')).toBe(0)
      expect(requests).toBeGreaterThanOrEqual(500)
    },
    TIMEOUT_MS,
  )
})
