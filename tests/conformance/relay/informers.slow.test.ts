import { serveRelay } from '@kube-informer/relay/node'
import { pods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { beforeAll, describe, test } from 'vitest'
import { buildInformerFaults } from '../../../tools/kubernetes/informer-faults/build.ts'
import { FaultScript } from '../informers/fault-script.ts'
import { GoInformer, type InformerState } from '../informers/go-informer.ts'
import { OwnInformer, versionsOf } from '../informers/own-informer.ts'
import { relayOf } from './relay-of.ts'
import { TRANSPORTS } from './transports.ts'

/** client-go backs off exponentially after failures, up to 30 seconds. */
const PATIENCE_MS = 90_000

/**
 * Informers behind a relay, whose apiserver goes through all of its faults. At the end, all caches must equal the objects
 * on the server.
 */
describe('informers behind a relay, on the fake apiserver', { concurrent: true }, () => {
  let missing: string | undefined
  beforeAll(() => {
    missing = buildInformerFaults()
  }, 300_000)

  test.for([11, 12])(
    "client-go's informer and ours over each transport equal the server at the end (seed %i)",
    { timeout: PATIENCE_MS + 60_000 },
    async (seed, { expect, skip }) => {
      if (missing) skip(missing)
      const script = new FaultScript(seed)
      const upstream = await serve(script.server, { compress: '1.37' })
      const relay = await serveRelay(relayOf(upstream))
      const informers = [
        new GoInformer(relay.url, { watchList: true }),
        new GoInformer(relay.url, { watchList: false }),
        ...Object.values(TRANSPORTS).map(options => new OwnInformer(relay.url, options)),
      ]
      const states = () => Promise.all(informers.map(informer => informer.state()))
      try {
        await script.run()
        const cache = versionsOf(script.server.list(pods))
        const settled: InformerState = { synced: true, cache, received: cache }
        await expect
          .poll(states, { timeout: PATIENCE_MS, interval: 250 })
          .toEqual(informers.map(() => settled))
        expect(Object.keys(cache).length).toBeGreaterThan(20)
      } finally {
        for (const informer of informers) informer.stop()
        await relay.close()
        await upstream.close()
      }
    },
  )
})
