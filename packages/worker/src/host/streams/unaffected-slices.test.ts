import { FakeClock } from '@kube-informer/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import { SliceStream } from './slice-stream.ts'

const SLICES = 500

afterEach(() => void vi.restoreAllMocks())

it('an event does not reach the slices that do not show its object', async () => {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const page = hostRig({ clock, server }).open()
  page.subscribe(1, { resource: 'pods' })
  await clock.advance(1_000)
  for (let id = 2; id < SLICES; id++)
    page.subscribe(id, { resource: 'pods', slice: { target: { type: 'key', key: `default/${id}` } } })
  await clock.advance(1_000)

  const notified = vi.spyOn(SliceStream.prototype, 'onStatus')
  const taken = vi.spyOn(SliceStream.prototype, 'take')
  server.create(pod('default/77'))
  await clock.advance(1_000)
  expect(page.shows(77)?.rows).toHaveLength(1)
  expect(notified).toHaveBeenCalledTimes(0)
  // The slice of all Pods, and that of the new one.
  expect(taken).toHaveBeenCalledTimes(2)
})

it('each failed attempt reaches the slices, also where its error has the same text: views decide by the attempt', async () => {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const page = hostRig({ clock, server }).open()
  page.subscribe(1, { resource: 'pods' })
  await clock.advance(1_000)
  server.faults.add({ match: { watch: true, resource: 'pods' }, action: { type: 'status', code: 500 } })
  server.dropWatches()
  await clock.advance(5_000)
  const notified = vi.spyOn(SliceStream.prototype, 'onStatus')
  const before = server.requests.length
  await clock.advance(120_000)
  const attempts = server.requests.length - before
  expect(attempts).toBeGreaterThan(1)
  expect(notified.mock.calls.length).toBeGreaterThanOrEqual(attempts)
})
