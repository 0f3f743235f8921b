import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject, Status, WatchEvent } from '../../api/object.ts'
import { defineResource } from '../../api/resource.ts'
import { objectDecoder } from './item-decoder.ts'
import { WatchParser } from './watch-parser.ts'
import { readWatch } from './watch-stream.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const decoder = objectDecoder(pods)
const pod = (name: string, resourceVersion: string): KubernetesObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', resourceVersion },
})
const frame = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`

function bodyOf(chunks: readonly Uint8Array[], failure?: Error): ReadableStream<Uint8Array> {
  const rest = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift()
      if (chunk) controller.enqueue(chunk)
      else if (failure) controller.error(failure)
      else controller.close()
    },
  })
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function collect(body: ReadableStream<Uint8Array>): Promise<WatchEvent<KubernetesObject>[][]> {
  const reads: WatchEvent<KubernetesObject>[][] = []
  for await (const read of readWatch(body, { decoder })) reads.push([...read])
  return reads
}

function chop(data: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [...new Set(cuts.map(cut => cut % (data.length + 1)))].sort((a, b) => a - b)
  return [...at, data.length]
    .map((to, index) => data.slice(at[index - 1] ?? 0, to))
    .filter(part => part.length > 0)
}

describe('readWatch', () => {
  test('T-DEC-1: decodes each of the five event types', async () => {
    const status = { kind: 'Status', code: 410, reason: 'Expired' }
    const text =
      frame('ADDED', pod('a', '1')) +
      frame('MODIFIED', pod('a', '2')) +
      frame('DELETED', pod('a', '3')) +
      frame('BOOKMARK', { kind: 'Pod', metadata: { resourceVersion: '9' } }) +
      frame('ERROR', status)
    const [read] = await collect(bodyOf([bytes(text)]))
    expect(read?.map(event => event.type)).toEqual(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'])
    expect(read?.[0]?.object).toEqual(pod('a', '1'))
    expect(read?.[4]?.object).toEqual(status)
  })

  test('returns the same events for any chunking, also inside a character', async () => {
    const objects = Array.from({ length: 5 }, (_, i) => pod(`größe-${i}-🐳`, String(i + 1)))
    const data = bytes(objects.map(object => frame('ADDED', object)).join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), async cuts => {
        const events = (await collect(bodyOf(chop(data, cuts)))).flat()
        expect(events.map(event => event.object)).toEqual(objects)
      }),
    )
  })

  test('yields one array per network read', async () => {
    const first = bytes(frame('ADDED', pod('a', '1')) + frame('ADDED', pod('b', '2')))
    const second = bytes(frame('ADDED', pod('c', '3')))
    expect((await collect(bodyOf([first, second]))).map(read => read.length)).toEqual([2, 1])
  })

  test('S-7: a stream that breaks within a frame ends without delivering it', async () => {
    const text = frame('ADDED', pod('a', '1')) + frame('ADDED', pod('b', '2')).slice(0, -10)
    const events = (await collect(bodyOf([bytes(text)], new TypeError('terminated')))).flat()
    expect(events).toHaveLength(1)
  })

  test.each([
    ['breaks', new TypeError('terminated'), 1],
    ['ends', undefined, 0],
  ])('says whether a connection was lost: one that %s', async (_, error, times) => {
    let lost = 0
    const body = bodyOf([bytes(frame('ADDED', pod('a', '1')))], error)
    for await (const events of readWatch(body, { decoder, onLost: () => ++lost }))
      expect([events.length, lost]).toEqual([1, 0])
    expect(lost).toBe(times)
  })

  test.each([
    ['invalid JSON', '{"type":"ADDED","object":{"metadata":{"name":}}}\n'],
    ['an unknown type', frame('RENAMED', pod('a', '1'))],
    ['no object', '{"type":"ADDED"}\n'],
    ['a bare value', '17\n'],
  ])('%s becomes an ERROR event, and ends the watch with it', async (_, text) => {
    const good = frame('ADDED', pod('a', '1'))
    const events = (await collect(bodyOf([bytes(good + text + good)]))).flat()
    expect(events.map(event => event.type)).toEqual(['ADDED', 'ERROR'])
    expect(events[1]?.object).toMatchObject({ code: 500, reason: 'InternalError' })
  })

  test('the default trim applies to events as to lists', async () => {
    const object = {
      ...pod('a', '1'),
      metadata: { ...pod('a', '1').metadata, managedFields: [{ manager: 'x' }] },
    }
    const [event] = (await collect(bodyOf([bytes(frame('MODIFIED', object))]))).flat()
    expect(event?.object).toEqual(pod('a', '1'))
  })

  test('ending the iteration closes the body', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(bytes(frame('ADDED', pod('a', '1')))),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const _ of readWatch(body, { decoder })) break
    expect(cancelled).toBe(true)
  })

  test('an abort ends a pending read, even if the body is not connected to the signal', async () => {
    const controller = new AbortController()
    const body = new ReadableStream<Uint8Array>({})
    let lost = 0
    const iteration = readWatch(body, { decoder, signal: controller.signal, onLost: () => lost++ }).next()
    controller.abort()
    expect(await iteration).toEqual({ done: true, value: undefined })
    expect(lost).toBe(0)
  })
})

test.each([
  ['ends', (events: AsyncGenerator) => events.next()],
  ['is left', (events: AsyncGenerator) => events.return(undefined)],
])('a watch that %s leaves no listener at its signal', async (_, finish) => {
  const { signal } = new AbortController()
  let listeners = 0
  const count = (name: 'addEventListener' | 'removeEventListener', change: number) => {
    const original = signal[name].bind(signal) as (...args: unknown[]) => void
    Object.defineProperty(signal, name, {
      value: (...args: unknown[]) => {
        listeners += change
        original(...args)
      },
    })
  }
  count('addEventListener', 1)
  count('removeEventListener', -1)
  const events = readWatch(bodyOf([]), { decoder, signal })
  expect(listeners).toBe(1)
  await finish(events)
  expect(listeners).toBeLessThanOrEqual(0)
})

test('a watch that is ended before its first read closes its body', async () => {
  let closed = 0
  const body = new ReadableStream<Uint8Array>({ cancel: () => void closed++ })
  await readWatch(body, { decoder }).return()
  expect(closed).toBe(1)
})

describe('WatchParser', () => {
  const parse = (chunks: readonly string[], maxLength?: number): WatchEvent<KubernetesObject>[] => {
    const parser = new WatchParser({ decoder, maxLength })
    const events: WatchEvent<KubernetesObject>[] = []
    for (const chunk of chunks) parser.push(bytes(chunk), events)
    parser.close()
    return events
  }

  test('accepts CRLF and empty lines', () => {
    const line = frame('ADDED', pod('a', '1')).trim()
    expect(parse([`${line}\r\n\n\r\n${line}\n`])).toHaveLength(2)
  })

  test('accepts an object before its type', () => {
    const object = JSON.stringify(pod('a', '1'))
    expect(parse([`{"object":${object},"type":"DELETED"}\n`])).toEqual([
      { type: 'DELETED', object: pod('a', '1') },
    ])
  })

  test('T-DEC-5: a line that ends inside a string, and a bracket too many, are an error at once', () => {
    expect(() => parse(['{"type":"ADDED","object":{"a":"b\n'])).toThrow(/not a watch event/)
    expect(() => parse(['{"type":"ADDED","object":{"a":1}}}\n'])).toThrow(/not a/)
    expect(() => parse(['{"type":"ADDED","object":{"a":1}}}'])).toThrow(/not a/)
  })

  test.each([
    ...['{"type":"ADDED","object":{"a":1}', '{"type":"ADDED","object":{"a":[1,', '{"type":"ADDED",'],
    '{\n  "type": "ADDED",\n  "object": {\n    "metadata": {',
  ])('T-DEC-5: a line that begins an event inside of one shows that it was cut off: %s', cut => {
    const next = frame('ADDED', pod('b', '2'))
    const swapped = `{"object":${JSON.stringify(pod('b', '2'))},"type":"ADDED"}\n`
    for (const line of [next, swapped, `  ${next}`])
      for (const chunks of [[`${cut}\n${line}`], [cut, '\n', line], [...`${cut}\n${line}`]])
        expect(() => parse(chunks), line).toThrow(/not a watch event/)
  })

  test('T-DEC-5: an event that is cut off at the end is not delivered', () => {
    const text = `${frame('ADDED', pod('a', '1'))}${frame('ADDED', pod('b', '2'))}`.trimEnd()
    for (let end = text.length / 2 + 1; end < text.length; end++)
      expect(parse([text.slice(0, end)])).toHaveLength(1)
  })

  test('T-DEC-4: delivers an event at the end of the read that closes it, with or without a newline', () => {
    const parser = new WatchParser({ decoder })
    const events: WatchEvent<KubernetesObject>[] = []
    const push = (text: string) => {
      parser.push(bytes(text), events)
      return events.length
    }
    const line = frame('ADDED', pod('a', '1')).trim()
    expect([push(line.slice(0, -1)), push('}'), push('\n'), push(line), push(`${line}{`)]).toEqual([
      0, 1, 1, 2, 3,
    ])
  })

  const FORMS: Readonly<Record<string, (objects: readonly object[]) => string>> = {
    'on a line each': objects => objects.map(object => `${JSON.stringify(object)}\n`).join(''),
    'with CRLF': objects => objects.map(object => `${JSON.stringify(object)}\r\n`).join(''),
    'without a newline between them': objects => objects.map(object => JSON.stringify(object)).join(''),
    'on one line': objects => `${objects.map(object => JSON.stringify(object)).join(' ')}\n`,
    'without a newline at the end': objects => objects.map(object => JSON.stringify(object)).join('\n'),
    'after a newline each': objects => objects.map(object => `\n${JSON.stringify(object)}`).join(''),
    'with heartbeats': objects => objects.map(object => `\n \n${JSON.stringify(object)}\n\n`).join('\t'),
    'on many lines': objects => objects.map(object => `${JSON.stringify(object, null, 2)}\n`).join(''),
    'on many lines, and on none': objects =>
      objects.map((object, i) => JSON.stringify(object, null, i % 2)).join(''),
    'after a byte order mark': objects => `\ufeff${objects.map(object => JSON.stringify(object)).join('\n')}`,
    'with other members': objects =>
      objects.map(object => `${JSON.stringify({ ...object, more: { a: {} } })}\n`).join(''),
    'with the object first': objects =>
      objects
        .map(object => JSON.stringify(Object.fromEntries(Object.entries(object).toReversed())))
        .join('\n'),
  }
  test.each(Object.entries(FORMS))('T-DEC-4: reads events %s, in any chunks', (_, join) => {
    const conditions = [{ type: 'Ready', object: { type: 'ADDED' } }, [[{}], '{"type":"ADDED","object":{']]
    const sent = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'].map((type, i) => ({
      type,
      object: { ...pod(`größe-${i}`, String(i + 1)), status: { conditions } },
    }))
    const data = bytes(join(sent))
    const read = (chunks: readonly Uint8Array[]) => {
      const parser = new WatchParser({ decoder: objectDecoder(pods, { share: true }) })
      const events: WatchEvent<KubernetesObject>[] = []
      for (const chunk of chunks) parser.push(chunk, events)
      parser.close()
      return events
    }
    expect(read([data])).toEqual(sent)
    expect(read(Array.from(data, byte => Uint8Array.of(byte)))).toEqual(sent)
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), cuts => {
        expect(read(chop(data, cuts))).toEqual(sent)
      }),
    )
  })

  test('T-DEC-6: a Status in place of an event is its error', () => {
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410, reason: 'Expired' }
    expect(() => parse([JSON.stringify(status)])).toThrow(new StatusError(status as Status))
    expect(() => parse([`${JSON.stringify({ ...status, status: 'Success' })}\n`])).toThrow(
      /not a watch event/,
    )
  })

  test('T-DEC-4: takes linear time in chunks of one byte, also for an event on many lines', () => {
    const object = {
      ...pod('big', '1'),
      metadata: { name: 'big', annotations: {} as Record<string, string> },
    }
    for (let i = 0; i < 4_000; i++) object.metadata.annotations[`key-${i}`] = '{}'
    const data = bytes(JSON.stringify({ type: 'ADDED', object }, null, 1))
    const parser = new WatchParser({ decoder })
    const events: WatchEvent<KubernetesObject>[] = []
    let decoded = 0
    const { decode } = TextDecoder.prototype
    TextDecoder.prototype.decode = function (input, options) {
      decoded += input?.byteLength ?? 0
      return decode.call(this, input, options)
    }
    try {
      for (const byte of data) parser.push(Uint8Array.of(byte), events)
    } finally {
      TextDecoder.prototype.decode = decode
    }
    expect(events).toEqual([{ type: 'ADDED', object }])
    expect(decoded).toBeLessThan(4 * data.length)
  })

  test('an event beyond the size limit is an error', () => {
    const long = 'x'.repeat(1_000_000)
    expect(() => parse([`{"type":"ADDED","object":{"a":"${long}`, long], 1_500_000)).toThrow(
      /longer than 1500000/,
    )
  })

  test('an event of 4 MB in chunks of one kilobyte is copied a few times, not once per chunk', () => {
    const object = { ...pod('big', '1'), data: { blob: 'ö\\"'.repeat(1_000_000) } }
    const data = bytes(frame('ADDED', object))
    const parser = new WatchParser({ decoder })
    const events: WatchEvent<KubernetesObject>[] = []
    let copied = 0
    const { set } = Uint8Array.prototype
    Uint8Array.prototype.set = function (source: ArrayLike<number>, offset?: number) {
      copied += source.length
      set.call(this, source, offset)
    }
    try {
      for (let i = 0; i < data.length; i += 1_024) parser.push(data.subarray(i, i + 1_024), events)
    } finally {
      Uint8Array.prototype.set = set
    }
    expect(events).toEqual([{ type: 'ADDED', object }])
    expect(copied).toBeLessThan(4 * data.length)
  })
})
