import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BrokenBodyOptions, brokenBody } from './broken-body.ts'
import { shapedBody } from './shaped-body.ts'

type Bytes = Uint8Array<ArrayBuffer>

const encode = (text: string): Bytes => new TextEncoder().encode(text) as Bytes
const decode = (bytes: Bytes | undefined): string => new TextDecoder().decode(bytes)

let clock: FakeClock
/** What happened to the body that is broken. */
let cancelled: unknown[]
let writer: ReadableStreamDefaultController<Bytes>
beforeEach(() => {
  clock = new FakeClock()
  cancelled = []
})

const source = (...chunks: string[]): ReadableStream<Bytes> =>
  new ReadableStream<Bytes>({
    start: controller => {
      writer = controller
      for (const chunk of chunks) controller.enqueue(encode(chunk))
    },
    cancel: reason => {
      cancelled.push(reason)
    },
  })
const broken = (
  fault: BrokenBodyOptions['fault'],
  body: ReadableStream<Bytes>,
  more: Partial<BrokenBodyOptions> = { isWatch: true },
) => brokenBody(body, { fault, isWatch: false, clock, ...more })

/** Reads as much as there is: the text so far, and how it ended. */
async function readAll(body: ReadableStream<Bytes>) {
  const seen = { text: '', end: 'open' }
  const reader = body.getReader()
  const pump = async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      seen.text += decode(read.value)
    seen.end = 'closed'
  }
  void pump().catch((error: Error) => {
    seen.end = error.message
  })
  await clock.settle()
  return seen
}

const EVENTS = ['ab\ncd\n', 'ef\ngh\n']

describe('a watch', () => {
  test.each<[BrokenBodyOptions['fault'], string, string]>([
    [{ type: 'end', afterEvents: 0 }, '', 'closed'],
    [{ type: 'end' }, '', 'closed'],
    [{ type: 'end', afterEvents: 1 }, 'ab\n', 'closed'],
    [{ type: 'end', afterEvents: 2 }, 'ab\ncd\n', 'closed'],
    [{ type: 'end', afterEvents: 3 }, 'ab\ncd\nef\n', 'closed'],
    [{ type: 'end', afterEvents: 5 }, 'ab\ncd\nef\ngh\n', 'open'],
    [{ type: 'stall', afterEvents: 3 }, 'ab\ncd\nef\n', 'open'],
    [{ type: 'truncate', afterEvents: 0 }, 'a', 'terminated'],
    [{ type: 'truncate', afterEvents: 1 }, 'ab\nc', 'terminated'],
    [{ type: 'truncate', afterEvents: 2 }, 'ab\ncd\ne', 'terminated'],
    [{ type: 'truncate', afterEvents: 4 }, 'ab\ncd\nef\ngh\n', 'open'],
  ])('with %j', async (fault, text, end) => {
    const seen = await readAll(broken(fault, source(...EVENTS)))
    expect(seen).toEqual({ text, end })
    expect(cancelled).toHaveLength(end === 'open' ? 0 : 1)
    expect(clock.pendingTimers).toBe(0)
  })

  test('an event may come in parts', async () => {
    const seen = await readAll(broken({ type: 'end', afterEvents: 2 }, source('a', 'b\nc', '', 'd\nef\n')))
    expect(seen).toEqual({ text: 'ab\ncd\n', end: 'closed' })
  })

  test('breaks within half of a long event', async () => {
    const seen = await readAll(broken({ type: 'truncate' }, source('abcdef\nxyz')))
    expect(seen).toEqual({ text: 'abc', end: 'terminated' })
  })

  test.each<[BrokenBodyOptions['fault']['type'], string, string]>([
    ['end', 'ab\ncd\n', 'closed'],
    ['stall', 'ab\ncd\n', 'open'],
    ['truncate', 'ab\ncd\n{"type":"MODI', 'terminated'],
  ])('after a time: %s', async (type, text, end) => {
    const seen = await readAll(broken({ type, afterMs: 100 }, source('ab\ncd\n')))
    expect(seen).toEqual({ text: 'ab\ncd\n', end: 'open' })
    await clock.advance(99)
    expect(seen.end).toBe('open')
    await clock.advance(1)
    await clock.settle()
    expect(seen).toEqual({ text, end })
  })

  test('that its server ends before the fault ends', async () => {
    const seen = await readAll(broken({ type: 'truncate', afterMs: 100 }, source('ab\n')))
    writer.close()
    await clock.settle()
    expect([seen, clock.pendingTimers]).toEqual([{ text: 'ab\n', end: 'closed' }, 0])
    await clock.advance(100)
    expect(seen).toEqual({ text: 'ab\n', end: 'closed' })
  })

  test('that its server breaks fails with the same error', async () => {
    const seen = await readAll(broken({ type: 'end', afterMs: 100 }, source('ab\n')))
    writer.error(new Error('reset'))
    await clock.settle()
    expect([seen.end, clock.pendingTimers]).toEqual(['reset', 0])
  })

  test('that stalls discards what follows, and fails if its server does', async () => {
    const seen = await readAll(broken({ type: 'stall' }, source(...EVENTS)))
    writer.enqueue(encode('more\n'))
    await clock.settle()
    expect([seen, writer.desiredSize]).toEqual([{ text: '', end: 'open' }, 1])
    writer.error(new Error('reset'))
    await clock.settle()
    expect(seen).toEqual({ text: '', end: 'reset' })
  })

  test('that its reader cancels has no timer left', async () => {
    const body = broken({ type: 'end', afterMs: 100 }, source())
    await body.cancel('enough')
    expect([cancelled, clock.pendingTimers]).toEqual([['enough'], 0])
  })
})

describe('a body without events', () => {
  const other = { isWatch: false }

  test.each<[BrokenBodyOptions['fault'], string, string]>([
    [{ type: 'end', afterEvents: 2 }, '', 'closed'],
    [{ type: 'stall', afterMs: 5 }, '', 'open'],
    [{ type: 'truncate', afterEvents: 2 }, 'ab\n', 'terminated'],
  ])('with %j breaks in its first part', async (fault, text, end) => {
    const seen = await readAll(broken(fault, source(...EVENTS), other))
    expect([seen, clock.pendingTimers]).toEqual([{ text, end }, 0])
  })

  test('of one byte keeps it', async () => {
    expect(await readAll(broken({ type: 'truncate' }, source('a'), other))).toEqual({
      text: 'a',
      end: 'terminated',
    })
  })
})

test('a log has events, and no partial one after a time', async () => {
  const log = { isWatch: false, isLog: true }
  expect(await readAll(broken({ type: 'end', afterEvents: 1 }, source(...EVENTS), log))).toEqual({
    text: 'ab\n',
    end: 'closed',
  })
  const seen = await readAll(broken({ type: 'truncate', afterMs: 100 }, source('ab\n'), log))
  await clock.advance(100)
  expect(seen).toEqual({ text: 'ab\n', end: 'terminated' })
})

describe('a slow body', () => {
  test('holds its bytes until the last piece is delivered, or the reader cancels', async () => {
    const held: boolean[] = []
    const onHeld = (isHeld: boolean) => held.push(isHeld)
    const shape = { type: 'slow', everyMs: 10, bytes: 2 } as const
    const reader = shapedBody(source('abcde'), shape, { clock, onHeld }).getReader()
    const pieces: string[] = []
    const read = async () => {
      const next = reader.read()
      await clock.advance(10)
      pieces.push(decode((await next).value))
    }
    await read()
    await read()
    expect([pieces, held]).toEqual([['ab', 'cd'], [true]])
    await read()
    expect([pieces, held]).toEqual([
      ['ab', 'cd', 'e'],
      [true, false],
    ])
    await reader.cancel('enough')
    expect([held, cancelled]).toEqual([[true, false, false], ['enough']])
  })

  test('has pieces of one byte at least', async () => {
    const shape = { type: 'split', bytes: 0 } as const
    const reader = shapedBody(source('ab'), shape, { clock, onHeld: () => {} }).getReader()
    expect(decode((await reader.read()).value)).toBe('a')
  })
})
