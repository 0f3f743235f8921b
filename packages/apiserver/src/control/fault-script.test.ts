import { createKubeClient, createListWatch, SharedIndexInformer } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createChurn } from '../churn/churn.ts'
import { seededRandom } from '../object/random.ts'
import { pods } from '../object/resources.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { playFaults } from './fault-script.ts'
import { randomFaultScript } from './random-fault-script.ts'

test('steps start and end at their times', async () => {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock })
  const play = playFaults(server, [
    { atMs: 1000, fault: { type: 'notReady', resource: 'pods', forMs: 500 } },
    {
      atMs: 2000,
      fault: { type: 'rule', rule: { action: { type: 'status', code: 503 } }, forMs: 100 },
    },
  ])
  const status = async () => (await server.fetch('/api/v1/pods?resourceVersion=0')).status
  const seen: number[] = []
  for (const ms of [999, 1, 499, 1, 500, 100]) {
    await clock.advance(ms)
    seen.push(await status())
  }
  expect(seen).toEqual([200, 429, 429, 200, 503, 200])
  await play.done
  expect(clock.pendingTimers).toBe(0)
})

test('a stopped script leaves no faults', async () => {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock })
  const play = playFaults(server, [
    { atMs: 10, fault: { type: 'rule', rule: { action: { type: 'drop' } }, forMs: 1e6 } },
    { atMs: 1e6, fault: { type: 'relist' } },
  ])
  await clock.advance(10)
  await expect(server.fetch('/api/v1/pods')).rejects.toThrow()
  play.stop()
  await play.done
  expect((await server.fetch('/api/v1/pods')).status).toBe(200)
  expect(clock.pendingTimers).toBe(0)
})

test('a failing step ends the script and rejects done', async () => {
  const clock = new FakeClock()
  const play = playFaults(createFakeApiserver({ clock }), [
    { atMs: 10, fault: { type: 'notReady', resource: 'nothing', forMs: 10 } },
    { atMs: 20, fault: { type: 'restart' } },
  ])
  const refused = expect(play.done).rejects.toThrow('no resource "nothing"')
  await clock.advance(10)
  await refused
  expect(clock.pendingTimers).toBe(0)
})

test('the same seed gives the same script of plain data', () => {
  const script = randomFaultScript({ seed: 7, durationMs: 600_000 })
  expect(script).toEqual(randomFaultScript({ seed: 7, durationMs: 600_000 }))
  expect(script).not.toEqual(randomFaultScript({ seed: 8, durationMs: 600_000 }))
  expect(script.length).toBeGreaterThan(300)
  expect(new Set(script.map(({ fault }) => fault.type)).size).toBe(7)
  expect(JSON.parse(JSON.stringify(script))).toEqual(script)
})

test('an informer reaches the server’s state through a random script', async () => {
  const clock = new FakeClock()
  const random = seededRandom(1)
  const server = createFakeApiserver({ clock, random, objects: generatePods({ count: 30 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods), clock })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  void informer.run(stop.signal)
  const churn = createChurn(server, { perSecond: 5 })
  churn.start()
  const play = playFaults(server, randomFaultScript({ seed: 5, durationMs: 120_000 }))
  await clock.advance(130_000)
  await play.done
  churn.stop()
  await clock.advance(120_000)
  const versions = (objects: readonly { metadata?: { resourceVersion?: string } }[]) =>
    objects.map(({ metadata }) => metadata?.resourceVersion).sort()
  expect(versions(informer.indexer.list())).toEqual(versions(server.list(pods)))
}, 30_000)
