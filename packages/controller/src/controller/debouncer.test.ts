import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { type Request, requestKey } from '../api/request.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { ScriptedSource } from '../test/scripted-source.ts'
import { Debouncer } from './debouncer.ts'

function setup() {
  const clock = new FakeClock({ now: 0 })
  const released: string[] = []
  const release = (of: Request, priority: number) =>
    void released.push(`${requestKey(of)}@${priority} at ${clock.now()}`)
  const debouncer = new Debouncer({ waitMs: 10, maxWaitMs: 25, clock, release })
  return { clock, released, debouncer }
}

test('a burst becomes one request, once it pauses', async () => {
  const { clock, released, debouncer } = setup()
  for (let i = 0; i < 2; i++) {
    debouncer.add(request('ns/a'))
    await clock.advance(9)
  }
  expect(released).toEqual([])
  await clock.advance(60_000)
  expect(released).toEqual(['ns/a@0 at 19'])
  expect(clock.pendingTimers).toBe(0)
})

test('events without a pause delay a request by the maximum only', async () => {
  const { clock, released, debouncer } = setup()
  for (let at = 0; at < 60; at += 5) {
    debouncer.add(request('ns/a'))
    await clock.advance(5)
  }
  await clock.advance(60_000)
  expect(released).toEqual(['ns/a@0 at 25', 'ns/a@0 at 50', 'ns/a@0 at 65'])
})

test('requests do not delay each other; the highest priority counts', async () => {
  const { clock, released, debouncer } = setup()
  debouncer.add(request('ns/a'), -100)
  await clock.advance(4)
  debouncer.add(request('ns/b'), -100)
  debouncer.add(request('ns/c'), 5)
  await clock.advance(2)
  debouncer.add(request('ns/a'))
  debouncer.add(request('ns/c'), 1)
  await clock.advance(60_000)
  expect(released).toEqual(['ns/b@-100 at 14', 'ns/a@0 at 16', 'ns/c@5 at 16'])
})

test('a clock that is set back delays a request by the time since the last event at most', async () => {
  const host = new FakeClock({ now: 3_600_000 })
  let shiftMs = 0
  const clock = {
    now: () => host.now() + shiftMs,
    setTimeout: host.setTimeout,
    clearTimeout: host.clearTimeout,
    yieldToHost: host.yieldToHost,
  }
  const released: string[] = []
  const debouncer = new Debouncer({
    ...{ waitMs: 10, maxWaitMs: 25, clock },
    release: of => void released.push(requestKey(of)),
  })
  debouncer.add(request('ns/a'))
  await host.advance(5)
  shiftMs = -3_600_000
  await host.advance(15)
  expect([released, host.pendingTimers]).toEqual([['ns/a'], 0])
})

test('a stop drops everything', async () => {
  const { clock, released, debouncer } = setup()
  debouncer.add(request('ns/a'))
  debouncer.stop()
  expect(clock.pendingTimers).toBe(0)
  await clock.advance(60_000)
  expect(released).toEqual([])
})

test('a controller debounces events, but no delays that handlers or results ask for', async () => {
  const rig = controllerRig({ debounce: { waitMs: 10, maxWaitMs: 25 } })
  const source = new ScriptedSource()
  rig.controller.watch(source)
  await rig.start()
  rig.script.answers.push({ requeueAfterMs: 3 })
  for (let i = 0; i < 3; i++) source.queue?.add(request('ns/burst'), { priority: -100 })
  source.queue?.add(request('ns/later'), { afterMs: 5 })
  await rig.clock.advance(4)
  expect(rig.script.calls).toEqual([])
  await rig.clock.advance(4)
  expect(rig.script.calls, 'the result of ns/later is not delayed').toEqual(['ns/later', 'ns/later'])
  await rig.clock.advance(2)
  expect(rig.script.calls).toEqual(['ns/later', 'ns/later', 'ns/burst'])
  expect(rig.queue.calls).toContain('add ns/burst priority -100')
})
