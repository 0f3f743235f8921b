import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bytes } from '../../api/encodable.ts'
import type { Scheduler, Step } from '../../api/scheduler.ts'
import { CacherRig, short } from '../../test/cacher-rig.ts'
import type { Delivery } from '../../watch/delivery.ts'
import { QueueBudget } from '../../watch/queue-budget.ts'
import { SharedChunks } from './shared-chunks.ts'
import { type ChunkSink, pushedBody, watchBody } from './watch-body.ts'

test('an event that cannot be encoded fails its own body only', async () => {
  const rig = new CacherRig().load()
  const watch = await rig.cacher.watch({ resourceVersion: '1000' })
  const encoder = {
    encode: (): string => {
      throw new TypeError('no such cell')
    },
  }
  const reader = watchBody(watch, { chunks: new SharedChunks(encoder, encoder) }).getReader()
  const read = expect(reader.read()).rejects.toThrow('no such cell')
  await rig.clock.settle()
  rig.put('ns/foo')
  await read
  expect(rig.cacher.openWatches).toBe(0)
})

describe('a pushed body', () => {
  const lines = { encode: (delivery: Delivery) => `${short(delivery)}\n` }

  class Sink implements ChunkSink {
    text = ''
    isFull = false
    ending: unknown

    enqueue(chunk: Bytes): boolean {
      this.text += new TextDecoder().decode(chunk)
      return !this.isFull
    }

    close(): void {
      this.ending = 'closed'
    }

    error(reason: unknown): void {
      this.ending = reason
    }
  }

  const start = async (signal?: AbortSignal) => {
    const rig = new CacherRig({ queueBudget: new QueueBudget() }).load()
    const watch = await rig.cacher.watch({ resourceVersion: '1000' })
    const body = watchBody(watch, { chunks: new SharedChunks(lines, lines), signal })
    return { rig, watch, body, sink: new Sink() }
  }

  test('sends as fast as its sink takes chunks, until the watch ends', async () => {
    const { rig, watch, body, sink } = await start()
    const pushed = pushedBody(body, sink)
    rig.put('ns/a')
    await rig.clock.settle()
    expect(sink.text).toBe('')
    pushed?.pull()
    rig.put('ns/b')
    await rig.clock.settle()
    expect(sink.text).toBe('A ns/a@1001\nA ns/b@1002\n')
    sink.isFull = true
    sink.text = ''
    for (const name of ['c', 'd', 'e']) {
      rig.put(`ns/${name}`)
      await rig.clock.settle()
    }
    watch.end()
    await rig.clock.settle()
    expect([sink.text, sink.ending]).toEqual(['A ns/c@1003\n', undefined])
    sink.isFull = false
    pushed?.pull()
    await rig.clock.settle()
    expect([sink.text, sink.ending]).toEqual(['A ns/c@1003\nA ns/d@1004\nA ns/e@1005\n', 'closed'])
    expect(rig.cacher.openWatches).toBe(0)
  })

  test('fails with the reason of its signal; after a cancel, its sink is not called', async () => {
    for (const isCancelled of [false, true]) {
      const aborting = new AbortController()
      const { rig, body, sink } = await start(aborting.signal)
      const pushed = pushedBody(body, sink)
      pushed?.pull()
      if (isCancelled) pushed?.cancel()
      aborting.abort('left')
      rig.put('ns/a')
      await rig.clock.settle()
      expect([sink.text, sink.ending]).toEqual(['', isCancelled ? undefined : 'left'])
      expect(rig.cacher.openWatches).toBe(0)
    }
  })

  test('is not another body, nor one that is being read or has ended', async () => {
    const { rig, body, sink } = await start()
    expect(pushedBody(new ReadableStream<Bytes>(), sink)).toBeUndefined()
    const reader = body.getReader()
    expect(pushedBody(body, sink)).toBeUndefined()
    reader.releaseLock()
    const pushed = pushedBody(body, sink)
    expect(() => body.getReader()).toThrow(TypeError)
    pushed?.cancel()
    expect(rig.cacher.openWatches).toBe(0)
    const ended = await start()
    await ended.body.cancel()
    expect(pushedBody(ended.body, sink)).toBeUndefined()
  })

  test('sends all events, in order, whenever its sink is full', async () => {
    const step = fc.oneof(
      fc.record({ put: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ isFull: fc.boolean() }),
      fc.constant('pull' as const),
      fc.constant('settle' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const { rig, watch, body, sink } = await start()
        const pushed = pushedBody(body, sink)
        let expected = ''
        for (const one of steps) {
          if (one === 'pull') pushed?.pull()
          else if (one === 'settle') await rig.clock.settle()
          else if ('isFull' in one) sink.isFull = one.isFull
          else
            for (let each = 0; each < one.put; each++) {
              rig.put('ns/foo')
              expected += `${expected === '' ? 'A' : 'M'} ns/foo@${rig.revision}\n`
            }
        }
        sink.isFull = false
        watch.end()
        pushed?.pull()
        await rig.clock.settle()
        expect([sink.text, sink.ending]).toEqual([expected, 'closed'])
      }),
    )
  })
})

describe('in turns of the reader', () => {
  const lines = { encode: (delivery: Delivery) => `${short(delivery)}\n` }
  class Queue implements Scheduler {
    readonly steps: Step[] = []
    add(_user: string, step: Step): void {
      this.steps.push(step)
    }
  }
  const start = async (resourceVersion: string, labelSelector = '') => {
    const rig = new CacherRig({ queueBudget: new QueueBudget() }).load()
    for (let index = 0; index < 2500; index++) rig.put(`ns/${index}`)
    const watch = await rig.cacher.watch({ resourceVersion, labelSelector })
    const scheduler = new Queue()
    const chunks = new SharedChunks(lines, lines)
    const body = watchBody(watch, { chunks, scheduler: { scheduler, user: 'alice' } })
    const taken: string[] = []
    const sink: ChunkSink = {
      enqueue: chunk => taken.push(new TextDecoder().decode(chunk)) > 0,
      close: () => {},
      error: () => {},
    }
    pushedBody(body, sink)?.pull()
    return { rig, watch, scheduler, taken }
  }

  test('initial events that match nothing are searched a part in each turn', async () => {
    const { rig, watch, scheduler, taken } = await start('0', 'none=x')
    let count = 0
    for (let step = scheduler.steps.shift(); step; step = scheduler.steps.shift()) {
      count++
      step.run()
      await rig.clock.settle()
    }
    expect(count).toBe(3)
    expect([taken, watch.isStarting]).toEqual([[], false])
  })

  test('each chunk of initial events waits for a turn, and the first chunk of a later event does not', async () => {
    const { rig, watch, scheduler, taken } = await start('0')
    await rig.clock.settle()
    expect(taken).toEqual([])
    for (let step = scheduler.steps.shift(); step; step = scheduler.steps.shift()) {
      const before = taken.length
      step.run()
      expect(taken.length - before).toBeLessThanOrEqual(1)
      await rig.clock.settle()
    }
    expect(watch.hasUnread).toBe(false)
    expect(taken.join('').split('\n').length).toBeGreaterThan(2500)
    rig.put('ns/later')
    await rig.clock.settle()
    expect([taken.at(-1)?.includes('ns/later'), scheduler.steps.length]).toEqual([true, 0])
  })
})
