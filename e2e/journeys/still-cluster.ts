import { systemClock } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { type Cluster, createCluster } from '../../demo/server/cluster.ts'

/** All Pods of the Deployments are ready then, and the first Job of the CronJob is complete. */
const SETTLED_MS = 100_000

/** A cluster whose time has stopped. */
export interface StillCluster extends Cluster {
  /** In milliseconds since the Unix epoch. */
  readonly now: number
}

/** The cluster of `npm start` some time after its start. It is the same in each run, and nothing changes in it. */
export async function createStillCluster(): Promise<StillCluster> {
  const clock = new FakeClock({ now: Date.UTC(2026, 0, 1, 12) })
  const { now, setTimeout, clearTimeout } = clock
  // Requests yield, and are answered after time has stopped.
  const { yieldToHost } = systemClock
  const cluster = createCluster({
    pods: 50,
    churn: 0,
    seed: 1,
    clock: { now, setTimeout, clearTimeout, yieldToHost },
  })
  await clock.advance(SETTLED_MS)
  return { ...cluster, now: now() }
}
