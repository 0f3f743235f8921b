import { createManager, silentLogger } from '@kube-informer/controller'
import { createKubeClient } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'
import { expect, onTestFinished, test } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { openRealCluster, type RealCluster } from '../controller/real-cluster.ts'
import { withLateWatches } from '../replicaset/history/late-watches.ts'
import { ReplicaRecorder } from '../replicaset/history/replica-recorder.ts'
import { type Moment, runHistory } from '../replicaset/history/run-history.ts'
import { addReplicaSetController } from '../replicaset/replica-set-controller.ts'

const SEED = 1
const RANDOM_STEPS = 25
/** How late the watches of our controller are at most. */
const MAX_DELAY_MS = 150

/** Runs the history of the seed in a namespace of its own. */
async function play({ client, namespace }: RealCluster) {
  const world = { client, namespace: await namespace() }
  const recorder = await ReplicaRecorder.start(world)
  const moments = await runHistory({ ...world, seed: SEED, steps: RANDOM_STEPS })
  return { moments, ...(await recorder.stop()) }
}

/** Runs the ReplicaSet controller of the example until the test ends. */
function startExample({ cluster }: RealCluster): void {
  const random = seededRandom(SEED)
  const client = createKubeClient({
    baseUrl: cluster.url,
    getToken: () => cluster.token,
    fetch: withLateWatches({ delayMs: () => random() * MAX_DELAY_MS }),
  })
  const manager = createManager({ client, log: silentLogger })
  addReplicaSetController(manager)
  const stop = new AbortController()
  const ran = manager.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await ran
  })
}

describeReal('the same history of a ReplicaSet on a real kube-apiserver', () => {
  const real = openRealCluster(['garbage-collector-controller', 'namespace-controller'])
  let upstream: readonly Moment[] = []

  test('with the controller of kube-controller-manager', async () => {
    const controllers = await real.cluster.startControllers?.(['replicaset-controller'])
    onTestFinished(() => controllers?.stop())
    const { moments, creations } = await play(real)
    expect(creations).toBeGreaterThan(20)
    upstream = moments
  }, 90_000)

  test('with ours, although its watches are late: the same states, and never a Pod too many', async () => {
    startExample(real)
    const { moments, creations, excesses } = await play(real)
    expect(excesses).toEqual([])
    expect(moments).toEqual(upstream)
    expect(creations).toBeGreaterThan(20)
  }, 90_000)
})
