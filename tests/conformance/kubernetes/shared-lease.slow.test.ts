import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { buildControllerElectors } from '../../../tools/kubernetes/controller-electors/build.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { overlapsOf } from './electors/leadership-span.ts'
import { wrongTransitionsOf } from './electors/lease-history.ts'
import { SharedLease } from './electors/shared-lease.ts'

/** `npm test -- --long` lets them compete for ten minutes. */
const LONG_MS = process.env.LONG ? 10 * 60_000 : 0
const ROUNDS = 7

describeReal("client-go's leader electors and ours on a real kube-apiserver", () => {
  let cluster: Cluster
  let missing: string | undefined
  beforeAll(async () => {
    missing = buildControllerElectors()
    if (missing) return
    cluster = await startKubernetes()
    trust(cluster)
  }, 300_000)
  afterAll(() => cluster?.stop())

  test('C-LE-17: three electors of each share a Lease without overlap through kills and partitions', {
    timeout: LONG_MS + 180_000,
    retry: 0,
  }, async ({ skip }) => {
    if (missing) skip(missing)
    const seed = Number(process.env.SEED ?? 1)
    const lease = await SharedLease.start(cluster, { seed })
    try {
      const end = performance.now() + LONG_MS
      for (let round = 0; round < ROUNDS || performance.now() < end; round++) await lease.round()
      for (const kind of ['go', 'own'] as const) if (!lease.winners.has(kind)) await lease.elect(kind)
    } finally {
      await lease.close()
    }
    expect(overlapsOf(lease.spans)).toEqual([])
    expect(wrongTransitionsOf(lease.history.states)).toEqual([])
    expect([...lease.winners].toSorted()).toEqual(['go', 'own'])
    expect(lease.history.states.at(-1)?.leaseTransitions).toBeGreaterThanOrEqual(ROUNDS)
  })
})
