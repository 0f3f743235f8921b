import { pods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { beforeAll, describe, test } from 'vitest'
import { buildInformerFaults } from '../../../tools/kubernetes/informer-faults/build.ts'
import { FaultScript } from './fault-script.ts'
import { GoInformer, type InformerState } from './go-informer.ts'
import { OwnInformer, versionsOf } from './own-informer.ts'

/** client-go backs off exponentially after failures, up to 30 seconds. */
const PATIENCE_MS = 90_000

/**
 * Runs client-go's informer and ours on the fake apiserver through all of its faults. At the end, both caches must
 * equal the objects on the server.
 */
describe("client-go's informer and ours on the fake apiserver", { concurrent: true }, () => {
  let missing: string | undefined
  beforeAll(() => {
    missing = buildInformerFaults()
  }, 300_000)

  test.for([
    { seed: 1, watchList: true },
    { seed: 2, watchList: false },
    { seed: 3, watchList: true },
  ])(
    'all caches equal the server at the end (seed $seed, watch-lists: $watchList)',
    { timeout: PATIENCE_MS + 60_000 },
    async ({ seed, watchList }, { expect, skip }) => {
      if (missing) skip(missing)
      const script = new FaultScript(seed)
      const serving = await serve(script.server, { compress: '1.37' })
      const informers = [new GoInformer(serving.url, { watchList }), new OwnInformer(serving.url)]
      const states = () => Promise.all(informers.map(informer => informer.state()))
      try {
        await script.run()
        const cache = versionsOf(script.server.list(pods))
        const settled: InformerState = { synced: true, cache, received: cache }
        await expect.poll(states, { timeout: PATIENCE_MS, interval: 250 }).toEqual([settled, settled])
        expect(Object.keys(cache).length).toBeGreaterThan(20)
      } finally {
        for (const informer of informers) informer.stop()
        await serving.close()
      }
    },
  )
})
