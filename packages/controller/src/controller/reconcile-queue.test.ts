import { RateLimitingQueue } from '@kube-informer/core/workqueue'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { type Request, requestKey } from '../api/request.ts'
import { LOW_PRIORITY } from '../api/request-queue.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { createOf, objectOf, updateOf } from '../test/object-events.ts'
import { ScriptedSource } from '../test/scripted-source.ts'
import type { ControllerOptions } from './controller-options.ts'
import { createQueue } from './new-queue.ts'
import { completeRequest } from './reconcile-queue.ts'

test('C-HND-15: a classic queue receives plain adds, also of the initial list and of resyncs', async () => {
  const clock = new FakeClock({ now: 0 })
  const queue = new RateLimitingQueue<Request>({ key: requestKey, clock })
  const rig = controllerRig({ clock, newQueue: () => queue })
  const source = new ScriptedSource()
  rig.controller.watch(source)
  await rig.start()
  rig.script.answers.push({ requeueAfterMs: 50, priority: 3 }, new Error('retry'))
  const [first, second] = [objectOf({ name: 'a' }), objectOf({ name: 'b' })]
  if (source.queue) {
    await enqueueRequestForObject(createOf(first, true), source.queue)
    await enqueueRequestForObject(updateOf(second, second), source.queue)
    source.queue.add(request('ns/later'), { afterMs: 100, priority: 5 })
    source.queue.add(request('ns/limited'), { rateLimited: true })
  }
  await clock.settle()
  expect(rig.script.calls).toEqual(['biz/a', 'biz/b'])
  await clock.advance(5)
  expect(rig.script.calls.slice(2).sort()).toEqual(['biz/b', 'ns/limited'])
  await clock.advance(100)
  expect(rig.script.calls.slice(4)).toEqual(['biz/a', 'ns/later'])
})

test('requests that are equal by value are one item', async () => {
  const rig = controllerRig()
  const source = new ScriptedSource('source', { holdSync: true })
  rig.controller.watch(source)
  await rig.start()
  for (const each of [{ namespace: '', name: 'a' }, { name: 'a' }, { namespace: undefined, name: 'a' }]) {
    source.queue?.add(each)
  }
  source.queue?.add({ namespace: 'a', name: 'a' })
  source.synced.resolve()
  await rig.clock.settle()
  expect(rig.script.calls).toEqual(['a', 'a/a'])
})

test('a request needs a name; it has a namespace afterwards', () => {
  expect(completeRequest({ name: 'a' })).toEqual({ namespace: '', name: 'a' })
  expect(() => completeRequest({ name: '' })).toThrow('the request has no name')
})

describe('a request of low priority that waits while new ones keep coming', () => {
  async function orderOf(options: Partial<ControllerOptions>) {
    const rig = controllerRig({ newQueue: createQueue, ...options })
    const source = new ScriptedSource()
    rig.controller.watch(source)
    rig.script.answers.push(new Promise(resolve => void rig.clock.setTimeout(() => resolve(undefined), 600)))
    await rig.start()
    source.queue?.add(request('ns/first'))
    source.queue?.add(request('ns/low'), { priority: LOW_PRIORITY })
    await rig.clock.advance(550)
    source.queue?.add(request('ns/new'))
    await rig.clock.advance(100)
    return rig.script.calls
  }

  test('C-PQ-21: is reconciled after them, as upstream', async () => {
    expect(await orderOf({})).toEqual(['ns/first', 'ns/new', 'ns/low'])
  })

  test.each([{ agingMs: 5 }, { defaults: { agingMs: 5 } }])(
    'C-PQ-21: with %j, for a bounded time',
    async options => {
      expect(await orderOf(options)).toEqual(['ns/first', 'ns/low', 'ns/new'])
      expect(await orderOf({ ...options, agingMs: 50 })).toEqual(['ns/first', 'ns/new', 'ns/low'])
    },
  )

  test('with an aging that is not positive, is refused', () => {
    for (const agingMs of [0, -1, Number.NaN])
      expect(() => controllerRig({ agingMs })).toThrow('agingMs must be positive')
  })

  test('without priorities, keeps its place', async () => {
    expect(await orderOf({ usePriorityQueue: false, agingMs: 5 })).toEqual(['ns/first', 'ns/low', 'ns/new'])
  })
})
