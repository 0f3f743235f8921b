import { generatePods, type Pod, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import type { KubernetesObject, Status, WatchEvent } from '../../api/object.ts'
import type { Row } from '../../api/row.ts'
import { rowDecoder } from '../../client/decoding/item-decoder.ts'
import { readWatch } from '../../client/decoding/watch-stream.ts'
import { redactedStatus } from '../../client/transport/status-text.ts'
import { contentOf } from '../../row/read-body.ts'
import { readObject } from '../../row/read-row.ts'
import { concat, inPieces } from '../../test/corruption.ts'
import { loadParsers } from '../load-parsers.ts'
import type { ProtobufModule } from '../load-protobuf.ts'
import { loadProtobufEncoder, type ProtobufEncoder } from '../write-protobuf.ts'

const POD = { apiVersion: 'v1', kind: 'Pod' }
const PODS = generatePods({ count: 3, seed: 1 })
const TYPES = ['ADDED', 'MODIFIED', 'DELETED']
const bookmark = { ...POD, metadata: { resourceVersion: '77', creationTimestamp: null } } as never
const status = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'too old resource version',
  reason: 'Expired',
  code: 410,
} as KubernetesObject

let protobuf: ProtobufModule
let encoder: ProtobufEncoder
let stream: Uint8Array
beforeAll(async () => {
  protobuf = await loadParsers()
  await protobuf.loadOtherGroups()
  encoder = await loadProtobufEncoder()
  stream = concat([
    ...PODS.map((pod, at) => frame(TYPES[at] ?? '', pod)),
    frame('BOOKMARK', bookmark),
    frame('ERROR', status),
  ])
})

const frame = (type: string, object: KubernetesObject): Uint8Array =>
  encoder.encodeEvent(type, object) ?? new Uint8Array()

type Events = WatchEvent<Row>[]

const createParser = () =>
  protobuf.watchParser<KubernetesObject>({ shape: pods, wanted: {} }, redactedStatus(undefined))

/** What a parser makes of the chunks. */
function parse(chunks: Iterable<Uint8Array>, events: Events = []): Events {
  const parser = createParser()
  try {
    for (const chunk of chunks) {
      const copy = chunk.slice()
      parser.push(copy, events)
      // The chunk belongs to the caller, who may use it again.
      copy.fill(0xff)
    }
    return events
  } finally {
    parser.close()
  }
}

const framed = (event: readonly number[]) =>
  Uint8Array.from([0, 0, event.length >> 8, event.length & 0xff, ...event])
const text = (value: string) => [...new TextEncoder().encode(value)]
const field = (number: number, content: readonly number[]) => [number * 8 + 2, content.length, ...content]

describe('a watch in protobuf', () => {
  test('is the same in one chunk, byte by byte, and in pieces of any size', () => {
    const whole = parse([stream])
    expect(whole.map(({ type }) => type)).toEqual([...TYPES, 'BOOKMARK', 'ERROR'])
    expect(whole.slice(0, 3).map(({ object }) => (object as Row).name)).toEqual(
      PODS.map(pod => pod.metadata?.name),
    )
    expect(whole[3]?.object).toMatchObject({ kind: 'Pod', metadata: { resourceVersion: '77' } })
    expect(whole[4]?.object).toEqual(status)
    expect(parse(inPieces(stream, [1]))).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 5 }), sizes => {
        expect(parse(inPieces(stream, sizes))).toEqual(whole)
      }),
    )
  })

  test('has bodies in a buffer that those of one connection share', () => {
    const added = (names: readonly string[]) =>
      names.map(name => frame('ADDED', { ...POD, metadata: { name, namespace: 'default' } }))
    const chunks = [...added(['a', 'b']), frame('BOOKMARK', bookmark), ...added(['c', 'd'])]
    const buffersOf = (events: Events) =>
      events
        .filter(({ type }) => type === 'ADDED')
        .map(({ object }) => (contentOf((object as Row).body) as Uint8Array).buffer)
    const buffers = buffersOf(parse(chunks))
    expect(buffers.length).toBe(4)
    expect(new Set(buffers).size).toBe(1)
    expect(buffersOf(parse(chunks))).not.toContain(buffers[0])
  })

  test('that is cut after any byte has the events before, without an error', () => {
    const ends: number[] = []
    for (let at = 0; at < stream.length; ) {
      at += 4 + new DataView(stream.buffer, at).getUint32(0)
      ends.push(at)
    }
    for (let end = 0; end < stream.length; end += 7) {
      const whole = ends.filter(each => each <= end).length
      expect(parse([stream.subarray(0, end)]).length).toBe(whole)
    }
  })

  const object = () => field(2, field(1, [0x6b, 0x38, 0x73, 0, ...field(2, field(1, field(1, text('a'))))]))
  const BAD: readonly (readonly [string, () => readonly number[] | Uint8Array, RegExp])[] = [
    ['a frame of nothing', () => [0, 0, 0, 0], /not a watch event \(0 bytes\)/],
    ['a frame of 4 GiB', () => [0xff, 0xff, 0xff, 0xff], /longer than 67108864 bytes/],
    ['a frame without a type', () => framed(object()), /not a watch event/],
    [
      'a frame of another type',
      () => framed([...field(1, text('WOKEN')), ...object()]),
      /unknown watch event/,
    ],
    ['a frame without an object', () => framed(field(1, text('ADDED'))), /expected prefix/],
    [
      'a frame whose object has the wrong magic',
      () => framed([...field(1, text('ADDED')), ...field(2, field(1, text('k8s!')))]),
      /expected prefix/,
    ],
    ['a frame whose type is longer than it', () => framed([10, 100, 65]), /unexpected end/],
    ['a frame whose type is a number', () => framed([8, 1, ...object()]), /not a watch event/],
    ['a frame with a group', () => framed([11, ...object()]), /illegal wire type 3/],
    ['a frame with field 0', () => framed([2, 0]), /illegal field number 0/],
    ['a frame with an endless varint', () => framed(new Array(12).fill(0xff)), /more than 64 bits/],
    ['JSON', () => text('{"type":"ADDED","object":{}}\n'), /longer than 67108864 bytes/],
    [
      'an object of an unknown kind',
      () =>
        frame('ADDED', { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }).map(byte =>
          byte === 0x50 ? 0x51 : byte,
        ),
      /no kind "Qod"/,
    ],
    [
      'an ERROR event that is too long',
      () => frame('ERROR', { ...status, message: 'x'.repeat(2 ** 22) } as KubernetesObject),
      /an ERROR event is longer than 4194304 bytes/,
    ],
  ]
  test.each(BAD)(
    'with %s is an error after what came before it, whole and byte by byte',
    (_, made, message) => {
      const good = frame('ADDED', PODS[0] as Pod)
      const bytes = concat([good, Uint8Array.from(made())])
      for (const chunks of [[bytes], [...inPieces(bytes, [1])]]) {
        const events: Events = []
        expect(() => parse(chunks, events)).toThrow(message)
        expect(() => parse(chunks)).toThrow(ProtocolError)
        expect(events).toHaveLength(1)
      }
    },
  )

  test('with any bits flipped and bytes lost is read, or a ProtocolError', () => {
    const damage = fc.record({
      at: fc.nat(stream.length - 1),
      bit: fc.nat(7),
      cut: fc.constantFrom(0, 0, 1, 2, 100),
    })
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), fc.nat(3_000), (damages, size) => {
        let bytes = stream.slice()
        for (const { at, bit, cut } of damages) {
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
          if (cut > 0) bytes = concat([bytes.subarray(0, at), bytes.subarray(at + cut)])
        }
        const events: Events = []
        expectProtocolError(() => parse(inPieces(bytes, [size + 1]), events))
        for (const { object } of events)
          if ('body' in object) expectProtocolError(() => readObject(object as Row))
      }),
      { numRuns: 2_000 },
    )
  })

  test('whose frame is broken ends with an ERROR event, as in JSON', async () => {
    const [first, second] = PODS as [Pod, Pod]
    const broken = frame('MODIFIED', second)
    broken[8] = 0xff
    const ended = await readAll([frame('ADDED', first), broken, frame('DELETED', first)])
    const line = (type: string, object: unknown) => Buffer.from(`${JSON.stringify({ type, object })}\n`)
    const inJson = await readAll(
      [line('ADDED', first), Buffer.from('{"type":}\n'), line('DELETED', first)],
      false,
    )
    for (const events of [ended, inJson]) {
      expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ERROR'])
      const error = events[1]?.object as Status
      expect([error.code, error.reason]).toEqual([500, 'InternalError'])
      expect(error.message).toContain('unable to decode an event from the watch stream')
      expect(error.details).toEqual({
        causes: [{ reason: 'UnexpectedServerResponse' }, { reason: 'ClientWatchDecoding' }],
      })
    }
  })
})

/** The events of a response, up to its end. */
async function readAll(chunks: readonly Uint8Array[], isProtobuf = true): Promise<Events> {
  const waiting = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = waiting.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true } as const
  const decoder = rowDecoder(resource as never)
  const events: Events = []
  const watch = readWatch<Row>(body, { decoder, parserOf: () => (isProtobuf ? createParser() : undefined) })
  for await (const read of watch) events.push(...read)
  return events
}

function expectProtocolError(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(ProtocolError)
  }
}
