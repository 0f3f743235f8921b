import { DeletedFinalStateUnknown, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { deployments, FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { ObjectEvent } from '../api/object-event.ts'
import type { Predicate } from '../api/predicate.ts'
import type { Source } from '../api/source.ts'
import { enqueueRequestForObject } from '../handlers/enqueue-request-for-object.ts'
import { enqueueRequestsFromMap } from '../handlers/enqueue-requests-from-map.ts'
import { objectOf } from '../test/object-events.ts'
import { RecordingLogger } from '../test/recording-logger.ts'
import { RecordingQueue } from '../test/recording-queue.ts'
import { ScriptedInformer } from '../test/scripted-informer.ts'
import { channelSource } from './channel-source.ts'
import { EventChannel } from './event-channel.ts'
import { functionSource } from './function-source.ts'
import { informerSource } from './informer-source.ts'
import { kindSource } from './kind-source.ts'

const pod = objectOf({ resourceVersion: '1' })
const newer = objectOf({ resourceVersion: '2' })

/** What a source needs from its controller. */
function host() {
  const clock = new FakeClock({ now: 0 })
  const log = new RecordingLogger()
  const queue = new RecordingQueue()
  const stop = new AbortController()
  const start = (source: Source) => source.start(queue, stop.signal, { log, clock })
  return { clock, log, queue, stop, start }
}

/** A kind source over an informer that the test controls. */
function kindRig(options: Partial<Parameters<typeof kindSource>[0]> = {}) {
  const informer = new ScriptedInformer<KubernetesObject>()
  const events: ObjectEvent[] = []
  const cache = { informerFor: () => informer as never }
  const handler = (event: ObjectEvent) => void events.push(event)
  const source = kindSource({ cache, resource: deployments, handler, ...options })
  return { ...host(), informer, events, source }
}

describe('kindSource', () => {
  test('C-SRC-1: the handler receives creates, updates with both states, and deletes', async () => {
    const { informer, events, source, start, clock } = kindRig()
    await start(source)
    await clock.settle()
    const added = informer.send(handler => handler.onAdd?.(pod, true))
    // The first event of a list ends a slice.
    await clock.settle()
    await added
    await informer.send(handler => handler.onUpdate?.(pod, newer))
    await informer.send(handler => handler.onDelete?.(newer))
    await informer.send(handler => handler.onDelete?.(new DeletedFinalStateUnknown('biz/baz', pod)))
    expect(events).toEqual([
      { type: 'create', object: pod, isInInitialList: true },
      { type: 'update', oldObject: pod, object: newer },
      { type: 'delete', object: newer, deleteStateUnknown: false },
      { type: 'delete', object: pod, deleteStateUnknown: true },
    ])
  })

  test('a tombstone without an object is reported', async () => {
    const { informer, events, source, start, clock, log } = kindRig()
    await start(source)
    await clock.settle()
    await informer.send(handler =>
      handler.onDelete?.(new DeletedFinalStateUnknown<KubernetesObject>('biz/baz', undefined)),
    )
    expect([events.length, log.messages.at(-1)?.fields]).toEqual([0, { object: 'biz/baz' }])
  })

  test('C-SRC-14: an object without metadata is dropped with a message', async () => {
    const { informer, events, source, start, clock, log } = kindRig()
    await start(source)
    await clock.settle()
    const bare: KubernetesObject = { apiVersion: 'apps/v1', kind: 'Deployment' }
    await informer.send(handler => handler.onAdd?.(bare, false))
    await informer.send(handler => handler.onDelete?.(bare))
    expect([events, log.messages.map(({ message }) => message)]).toEqual([
      [],
      ['an event without metadata is dropped', 'an event without metadata is dropped'],
    ])
    await informer.send(handler => handler.onUpdate?.(bare, newer))
    await informer.send(handler => handler.onUpdate?.(newer, bare))
    expect(events.map(({ type }) => type)).toEqual(['update', 'update'])
  })

  test('C-SRC-2: it needs a resource, a cache and a handler', () => {
    const resource = undefined as unknown as ResourceDefinition
    expect(() => host().start(kindRig({ resource }).source)).toThrow('must create Kind with a non-nil object')
    expect(() => host().start(kindRig({ cache: undefined as never }).source)).toThrow(
      'must create Kind with a non-nil cache',
    )
    expect(() => host().start(kindRig({ handler: undefined as never }).source)).toThrow(
      'must create Kind with non-nil handler',
    )
  })

  test('C-SRC-3: a cache without an informer is asked again every ten seconds', async () => {
    const { clock, log, start, stop, queue } = host()
    const informer = new ScriptedInformer<KubernetesObject>()
    const askedAt: number[] = []
    const informerFor = async () => {
      askedAt.push(clock.now())
      if (clock.now() < 15_000) throw new Error('no matches for kind "Deployment" in version "apps/v1"')
      return informer as never
    }
    const source = kindSource({
      cache: { informerFor },
      resource: deployments,
      handler: enqueueRequestForObject,
    })
    await start(source)
    let isSynced = false
    void source.waitForSync?.(stop.signal).then(() => {
      isSynced = true
    })
    await clock.advance(60_000)
    expect(askedAt).toEqual([0, 10_000, 20_000])
    expect(source.description).toBe('kind source: apps/v1/deployments')
    expect(log.errors, 'a repeated error is reported once').toEqual([
      'no matches for kind "Deployment" in version "apps/v1"',
    ])
    expect(log.messages[0]?.fields).toEqual({ source: 'kind source: apps/v1/deployments' })
    informer.cacheSynced.resolve()
    informer.handlersSynced.resolve()
    await clock.settle()
    expect(isSynced).toBe(true)
    await informer.send(handler => handler.onAdd?.(pod, false))
    expect(queue.take()).toEqual(['biz/baz'])
  })

  test('C-SRC-3: an abort ends the questions', async () => {
    const { clock, start, stop } = host()
    const informerFor = () => Promise.reject(new Error('no'))
    await start(
      kindSource({ cache: { informerFor }, resource: deployments, handler: enqueueRequestForObject }),
    )
    await clock.advance(5_000)
    stop.abort()
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })

  test('C-SRC-4: it has synced when its handler has processed the first list', async () => {
    const { informer, source, start, clock, stop } = kindRig()
    await start(source)
    let isSynced = false
    void source.waitForSync?.(stop.signal).then(() => {
      isSynced = true
    })
    informer.cacheSynced.resolve()
    await clock.settle()
    expect(isSynced).toBe(false)
    informer.handlersSynced.resolve()
    await clock.settle()
    expect(isSynced).toBe(true)
  })

  test('C-SRC-4: an informer that stops before its first list', async () => {
    const { informer, source, start, clock, stop } = kindRig()
    await start(source)
    const synced = source.waitForSync?.(stop.signal)
    await clock.settle()
    informer.isStopped = true
    informer.cacheSynced.reject(new Error('the informer stopped before it had synced'))
    await expect(synced).rejects.toThrow('cache did not sync')
  })

  test('C-SRC-7: all predicates must pass an event; they are asked in order', async () => {
    const asked: string[] = []
    const named =
      (name: string, passes: boolean): Predicate =>
      ({ type }) => {
        asked.push(`${name} ${type}`)
        return passes
      }
    for (const [first, second, calls] of [
      [true, true, 1],
      [true, false, 0],
      [false, true, 0],
    ] as const) {
      const { informer, events, source, start, clock } = kindRig({
        predicates: [named('first', first), named('second', second)],
      })
      await start(source)
      await clock.settle()
      await informer.send(handler => handler.onAdd?.(pod, false))
      expect(events).toHaveLength(calls)
    }
    expect(asked).toEqual(['first create', 'second create', 'first create', 'second create', 'first create'])
  })

  test('C-SRC-13: after the stop, neither predicates nor the handler run, and the informer has no handler', async () => {
    const calls: string[] = []
    const { informer, source, start, clock, stop } = kindRig({
      predicates: [() => calls.push('predicate') > 0],
      handler: () => void calls.push('handler'),
    })
    await start(source)
    await clock.settle()
    await informer.send(handler => handler.onAdd?.(pod, false))
    expect([calls, informer.handlers.size]).toEqual([['predicate', 'handler'], 1])
    stop.abort()
    await informer.send(handler => handler.onUpdate?.(pod, newer))
    expect([calls, informer.handlers.size]).toEqual([['predicate', 'handler'], 0])
  })

  test('one source serves one controller at a time, and another one after it', async () => {
    const { informer, source, start, clock, stop } = kindRig()
    await start(source)
    await clock.settle()
    expect(() => host().start(source)).toThrow('create one source for each controller')
    stop.abort()
    await host().start(source)
    await clock.settle()
    expect(informer.handlers.size).toBe(1)
  })
})

describe('handlers that fail', () => {
  const fail = (object: KubernetesObject): [] => {
    throw new Error(`cannot map ${object.metadata?.resourceVersion}`)
  }

  test.each([
    ['throws', fail],
    ['rejects', async (object: KubernetesObject) => fail(object)],
  ])(
    'C-HND-16: a function that %s delays the events of its object only, and is reported with the key',
    async (_, failing) => {
      const map = (object: KubernetesObject) => (object === pod ? failing(object) : [{ name: 'mapped' }])
      const { informer, source, start, clock, queue, log } = kindRig({ handler: enqueueRequestsFromMap(map) })
      await start(source)
      await clock.settle()
      await informer.send(handler => handler.onAdd?.(pod, false))
      await informer.send(handler => handler.onAdd?.(objectOf({ name: 'other' }), false))
      expect([queue.take(), log.errors]).toEqual([['mapped'], ['cannot map 1']])
      expect(log.messages.at(-1)?.fields).toEqual({
        ...{ source: 'kind source: apps/v1/deployments', event: 'create', object: 'biz/baz' },
      })
    },
  )

  /** A source whose handler fails as long as the test says so. */
  async function failingRig() {
    const handled: string[] = []
    const state = { isFailing: true, calls: 0 }
    const rig = kindRig({
      handler: async ({ object }) => {
        state.calls++
        if (state.isFailing && object.metadata?.name === 'baz') throw new Error('503')
        handled.push(`${object.metadata?.name} ${object.metadata?.resourceVersion}`)
      },
    })
    await rig.start(rig.source)
    await rig.clock.settle()
    const send = (object: KubernetesObject) => rig.informer.send(handler => handler.onAdd?.(object, false))
    return { ...rig, handled, state, send }
  }

  test('C-HND-16: an event whose handler fails once is not lost, and each object keeps its order', async () => {
    const { clock, handled, state, send, log, stop } = await failingRig()
    await send(pod)
    state.isFailing = false
    await send(newer)
    await send(objectOf({ name: 'other', resourceVersion: '3' }))
    expect(handled, 'other objects do not wait').toEqual(['other 3'])
    await clock.advance(1_000)
    expect(handled).toEqual(['other 3', 'baz 1', 'baz 2'])
    await send(newer)
    expect(handled.at(-1), 'nothing waits any more').toBe('baz 2')
    expect([state.calls, log.errors, clock.pendingTimers]).toEqual([5, ['503'], 0])
    stop.abort()
  })

  test('C-HND-16: a handler that always fails is called for ten minutes; its event is then dropped', async () => {
    const { clock, state, send, log } = await failingRig()
    await send(pod)
    await clock.advance(3_600_000)
    expect(state.calls).toBe(16)
    expect(log.messages.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'a handler failed; its event is handled again later',
      'an event could not be handled; it is dropped',
    ])
    expect(clock.pendingTimers).toBe(0)
  })

  test('C-HND-16: the stop of the source ends the retries', async () => {
    const { clock, state, send, stop } = await failingRig()
    await send(pod)
    stop.abort()
    await clock.advance(60_000)
    expect([state.calls, clock.pendingTimers]).toEqual([1, 0])
  })

  test('C-HND-16: at most 10,000 events wait', async () => {
    const { clock, send, log, stop } = await failingRig()
    for (let i = 0; i < 10_001; i++) await send(pod)
    expect(log.messages.at(-1)?.message).toBe('an event could not be handled; it is dropped')
    stop.abort()
    await clock.settle()
  })

  test('a predicate that throws drops its event only', async () => {
    const { informer, source, start, clock, events, log } = kindRig({
      predicates: [({ object }) => object !== pod || fail(object).length === 0],
    })
    await start(source)
    await clock.settle()
    await informer.send(handler => handler.onAdd?.(pod, false))
    await informer.send(handler => handler.onAdd?.(newer, false))
    expect([events.length, log.errors]).toEqual([1, ['cannot map 1']])
  })
})

describe('informerSource', () => {
  test('C-SRC-2: it needs an informer and a handler', () => {
    const informer = new ScriptedInformer<KubernetesObject>()
    const handler = enqueueRequestForObject
    expect(() => host().start(informerSource({ informer: undefined as never, handler }))).toThrow(
      'must specify Informer.Informer',
    )
    expect(() => host().start(informerSource({ informer, handler: undefined as never }))).toThrow(
      'must specify Informer.Handler',
    )
  })

  test('it passes events on, syncs with its handler, and removes the handler', async () => {
    const informer = new ScriptedInformer<KubernetesObject>()
    const { start, stop, queue, clock } = host()
    const source = informerSource({
      ...{ informer, handler: enqueueRequestForObject },
      predicates: [event => event.type === 'create'],
    })
    await start(source)
    const added = informer.send(handler => handler.onAdd?.(pod, true))
    // The first event of a list ends a slice.
    await clock.settle()
    await added
    await informer.send(handler => handler.onUpdate?.(pod, newer))
    expect(queue.take()).toEqual(['biz/baz@-100'])
    let isSynced = false
    void source.waitForSync?.(stop.signal).then(() => {
      isSynced = true
    })
    await clock.settle()
    expect(isSynced).toBe(false)
    informer.handlersSynced.resolve()
    await clock.settle()
    expect(isSynced).toBe(true)
    stop.abort()
    expect(informer.handlers.size).toBe(0)
  })
})

describe('functionSource', () => {
  test('C-SRC-12: the function receives the queue and the signal; its error is that of the start', async () => {
    const { start, stop, queue, clock, log } = host()
    const seen: unknown[] = []
    await start(functionSource((...values) => void seen.push(...values)))
    expect(seen).toEqual([queue, stop.signal, { log, clock }])
    await expect(start(functionSource(async () => Promise.reject(new Error('no'))))).rejects.toThrow('no')
  })
})

describe('channelSource', () => {
  const named = (name: string) => objectOf({ name })
  const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}`)

  test('C-SRC-2: it needs a channel and a handler', () => {
    const [channel, handler] = [new EventChannel<KubernetesObject>(), enqueueRequestForObject]
    expect(() => host().start(channelSource({ channel: undefined as never, handler }))).toThrow(
      'must specify Channel.Source',
    )
    expect(() => host().start(channelSource({ channel, handler: undefined as never }))).toThrow(
      'must specify Channel.Handler',
    )
  })

  test('C-SRC-7: it passes generic events that the predicates pass', async () => {
    const { start, clock } = host()
    const [channel, events] = [new EventChannel<KubernetesObject>(), [] as ObjectEvent[]]
    const predicates = [({ object }: ObjectEvent) => object.metadata?.name !== 'no']
    await start(channelSource({ channel, predicates, handler: event => void events.push(event) }))
    for (const name of ['yes', 'no']) void channel.push(named(name))
    await clock.settle()
    expect(events).toEqual([{ type: 'generic', object: named('yes') }])
  })

  test('C-SRC-9: events that were sent before the start are delivered', async () => {
    const { start, clock, queue } = host()
    const channel = new EventChannel<KubernetesObject>()
    for (const name of ['a', 'b']) void channel.push(named(name))
    await start(channelSource({ channel, handler: enqueueRequestForObject }))
    await clock.settle()
    expect(queue.take()).toEqual(['biz/a', 'biz/b'])
  })

  test('C-SRC-10: what is sent while the handler is busy arrives in order', async () => {
    const { start, clock, queue } = host()
    const [channel, busy] = [new EventChannel<KubernetesObject>(), withResolvers<void>()]
    const handler = async (event: ObjectEvent) => {
      await busy.promise
      await enqueueRequestForObject(event, queue)
    }
    await start(channelSource({ channel, handler }))
    for (const name of names(10)) void channel.push(named(name))
    await clock.settle()
    expect(queue.take()).toEqual([])
    busy.resolve()
    await clock.settle()
    expect(queue.take()).toEqual(names(10).map(name => `biz/${name}`))
  })

  test('C-SRC-10: each queue is late by at most 1024 events before the channel waits', async () => {
    const [first, second] = [host(), host()]
    const busy = withResolvers<void>()
    async function* objects() {
      for (const name of names(3000)) {
        produced++
        yield named(name)
      }
    }
    let produced = 0
    const source = channelSource({
      channel: objects(),
      handler: async (event, queue) => {
        if (queue === second.queue) await busy.promise
        await enqueueRequestForObject(event, queue)
      },
    })
    await first.start(source)
    await second.start(source)
    await first.clock.settle()
    // One event is with the handler, and the others are in the buffer.
    expect(produced).toBe(1 + 1024)
    busy.resolve()
    await first.clock.settle()
    expect([first.queue.added.length, second.queue.added.length]).toEqual([3000, 3000])
  })

  test('C-SRC-11: the end of the channel ends the delivery', async () => {
    const { start, clock, queue, log } = host()
    const channel = new EventChannel<KubernetesObject>()
    await start(channelSource({ channel, handler: enqueueRequestForObject }))
    void channel.push(named('a'))
    channel.close()
    await channel.push(named('late'))
    await clock.settle()
    expect([queue.take(), log.errors, clock.pendingTimers]).toEqual([['biz/a'], [], 0])
  })

  test('a channel that throws is reported', async () => {
    const { start, clock, queue, log } = host()
    async function* objects() {
      yield named('a')
      throw new Error('broken')
    }
    await start(channelSource({ channel: objects(), handler: enqueueRequestForObject }))
    await clock.settle()
    expect([queue.take(), log.errors]).toEqual([['biz/a'], ['broken']])
  })

  test('the last stop ends the reading, and a later start reads on', async () => {
    const [first, second, third] = [host(), host(), host()]
    const channel = new EventChannel<KubernetesObject>()
    const source = channelSource({ channel, handler: enqueueRequestForObject })
    await first.start(source)
    await second.start(source)
    first.stop.abort()
    void channel.push(named('a'))
    await second.clock.settle()
    second.stop.abort()
    void channel.push(named('b'))
    await second.clock.settle()
    await third.start(source)
    await third.clock.settle()
    expect([first, second, third].map(({ queue }) => queue.take())).toEqual([[], ['biz/a'], ['biz/b']])
  })
})
