import { createChurn, createFakeApiserver, generatePods, pods } from '@kube-informer/apiserver'
import { sleep } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { watch } from '../test/fixtures.ts'
import { FakeClock } from './fake-clock.ts'

test('drives timers, yields, fetches and streams in a browser', async () => {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, objects: generatePods({ count: 50 }) })
  const seen: number[] = []
  void (async () => {
    for (let i = 0; i < 5; i++) {
      await sleep(clock, 1000)
      await clock.yieldToHost()
      const page = (await (await server.fetch('/api/v1/pods')).json()) as { items: unknown[] }
      seen.push(page.items.length)
    }
  })()
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  const churn = createChurn(server, { perSecond: 20, mix: { status: 1, rollout: 0 } })
  churn.start()
  await clock.advance(5000)
  expect(seen).toEqual([50, 50, 50, 50, 50])
  expect(reading.frames).toHaveLength(100)
  expect(reading.frames.at(-1)?.object.metadata?.resourceVersion).toBe(server.rv)
  expect(server.keys(pods)).toHaveLength(50)
  churn.stop()
  reading.controller.abort()
  expect(clock.pendingTimers).toBe(0)
})
