import { expect, test } from 'vitest'
import { describeReal } from '../../tools/kubernetes/describe-real.ts'
import { openRealCluster } from '../controllers/real-cluster.ts'
import { ReplicaRecorder } from '../replicaset/history/replica-recorder.ts'
import { type Moment, runHistory } from '../replicaset/history/run-history.ts'

describeReal('ReplicaSets on a real kube-apiserver', () => {
  const real = openRealCluster(['garbage-collector-controller', 'replicaset-controller'])

  test('Kubernetes’ own controller reaches the same states twice: a history leaves nothing to chance', async () => {
    const runs: (readonly Moment[])[] = []
    for (let run = 0; run < 2; run++) {
      const world = { client: real.client, namespace: await real.namespace() }
      const recorder = await ReplicaRecorder.start(world)
      runs.push(await runHistory({ ...world, seed: 1, steps: 25 }))
      const { excesses, creations } = await recorder.stop()
      expect(excesses).toEqual([])
      expect(creations).toBeGreaterThan(20)
    }
    expect(runs[1]).toEqual(runs[0])
  }, 120_000)
})
