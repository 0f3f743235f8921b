import { RateLimitingQueue } from '@kube-informer/core/workqueue'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { type Request, requestKey } from '../api/request.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { createOf, objectOf, updateOf } from '../test/object-events.ts'
import { ScriptedSource } from '../test/scripted-source.ts'
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
