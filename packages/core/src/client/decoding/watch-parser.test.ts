import { describe, expect, test } from 'vitest'
import { ProtocolError, StatusError } from '../../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { defineResource } from '../../api/resource.ts'
import { MAX_STATUS_LENGTH } from '../transport/status-text.ts'
import { objectDecoder } from './item-decoder.ts'
import { WatchParser } from './watch-parser.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const encoder = new TextEncoder()

/** Reads a text in chunks of this size. */
function parse(text: string, size = Number.POSITIVE_INFINITY): WatchEvent<KubernetesObject>[] {
  const parser = new WatchParser({ decoder: objectDecoder(pods) })
  const events: WatchEvent<KubernetesObject>[] = []
  const bytes = encoder.encode(text)
  try {
    for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size), events)
  } finally {
    parser.close()
  }
  return events
}
const pod = (name: string) => ({ kind: 'Pod', apiVersion: 'v1', metadata: { name } })
const added = (name: string) => ({ type: 'ADDED', object: pod(name) })

/** Texts with one event between two usual ones; the event is `{ type, object }`. */
const FORMS: readonly (readonly [string, string, object])[] = [
  ...['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'].map(
    type => [type, JSON.stringify({ type, object: pod('b') }), { type, object: pod('b') }] as const,
  ),
  [
    'the object first',
    JSON.stringify({ object: pod('b'), type: 'DELETED' }),
    { type: 'DELETED', object: pod('b') },
  ],
  [
    'white space',
    JSON.stringify({ type: 'DELETED', object: pod('b') }, null, 1),
    { type: 'DELETED', object: pod('b') },
  ],
  ['white space at its start', ` ${JSON.stringify(added('b'))}`, added('b')],
  ['white space in its object', '{"type":"ADDED","object":{ "metadata":{"name":"b"} } }', added('b')],
  ['a space before its object', '{"type":"ADDED", "object":{"metadata":{"name":"b"}}}', added('b')],
  [
    'members after its object',
    '{"type":"ADDED","object":{"metadata":{"name":"b"}},"x":{"y":[{}]},"z":[]}',
    added('b'),
  ],
  [
    'members before its type',
    '{"x":{"y":[{}]},"type":"ADDED","object":{"metadata":{"name":"b"}}}',
    added('b'),
  ],
  ['members between', '{"type":"ADDED","x":{"object":{}},"object":{"metadata":{"name":"b"}}}', added('b')],
  [
    'a type that is written with an escape',
    '{"typ\\u0065":"ADDED","object":{"metadata":{"name":"b"}}}',
    added('b'),
  ],
  [
    'the last of two types',
    '{"type":"ADDED","type":"DELETED","object":{"metadata":{"name":"b"}}}',
    { ...added('b'), type: 'DELETED' },
  ],
  ['an object without members', '{"type":"ADDED","object":{}}', { type: 'ADDED', object: {} }],
  ['brackets in texts', '{"type":"ADDED","object":{"metadata":{"name":"}]{[,:"}}}', added('}]{[,:')],
  [
    'an ERROR',
    '{"type":"ERROR","object":{"kind":"Status","code":410}}',
    { type: 'ERROR', object: { kind: 'Status', code: 410 } },
  ],
]
const USUAL = (name: string) => `{"type":"ADDED","object":{"metadata":{"name":"${name}"}}}`

describe.each(['\n', '\r\n', '', '\n\n', ' '])('separated by %j', separator => {
  test.each(FORMS)('an event with %s is read', (_, text, event) => {
    const all = [USUAL('a'), text, USUAL('c')].join(separator)
    for (const size of [Number.POSITIVE_INFINITY, 1, 7])
      expect(parse(all, size)).toEqual([added('a'), event, added('c')])
    expect(parse(text)).toEqual([event])
    expect(parse(`\uFEFF${text}${separator}`)).toEqual([event])
  })
})

test('an event that is cut off is not delivered', () => {
  const text = `${USUAL('a')}\n${USUAL('b')}`
  for (let end = USUAL('a').length; end < text.length; end++)
    expect(parse(text.slice(0, end))).toEqual([added('a')])
})

test.each([
  ['a text', 'hello\n'],
  ['a list', '[]\n'],
  ['a text after an event', `${USUAL('a')}x\n`],
  ['a bracket between events', `${USUAL('a')}]${USUAL('b')}\n`],
  ['a comma between events', `${USUAL('a')},${USUAL('b')}\n`],
  ['a newline in a text', '{"type":"ADDED","object":{"metadata":{"name":"a\n"}}}\n'],
  ['an event within an object', `{"type":"ADDED","object":{"metadata":\n${USUAL('b')}\n`],
  [
    'an event within an object, with the object first',
    '{"type":"ADDED","object":{\n{"object":{},"type":"ADDED"}\n',
  ],
  ['no object', '{"type":"ADDED"}\n'],
  ['an object that is a list', '{"type":"ADDED","object":[]}\n'],
  ['an object that is null', '{"type":"ADDED","object":null}\n'],
  ['no type', '{"object":{"metadata":{"name":"a"}}}\n'],
  ['a type that is a number', '{"type":1,"object":{"metadata":{"name":"a"}}}\n'],
  ['an unknown type', '{"type":"CHANGED","object":{"metadata":{"name":"a"}}}\n'],
  ['a bookmark at a number', '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":7}}}\n'],
  ['a name that is a number', '{"type":"ADDED","object":{"metadata":{"name":7}}}\n'],
])('%s is a ProtocolError', (_, text) => {
  for (const size of [Number.POSITIVE_INFINITY, 1]) expect(() => parse(text, size)).toThrow(ProtocolError)
})

test('the size of what is no event is named', () => {
  expect(() => parse('{"type":"ADDED"}\n')).toThrow('not a watch event (16 bytes)')
  expect(() => parse(`${USUAL('a')}\n{"x":1}`)).toThrow('not a watch event (7 bytes)')
})

test('a Status in place of an event is its error', () => {
  const status = JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 403,
    reason: 'Forbidden',
  })
  expect(() => parse(status)).toThrow(StatusError)
  const long = (length: number) =>
    status.replace('{', `{"message":"${'x'.repeat(length - status.length - 13)}",`)
  expect(() => parse(long(MAX_STATUS_LENGTH))).toThrow(StatusError)
  expect(() => parse(long(MAX_STATUS_LENGTH + 1))).toThrow('not a watch event')
})

test('the length of an ERROR event is limited', () => {
  const event = (length: number) => `{"type":"ERROR","object":{"message":"${'x'.repeat(length - 14)}"}}`
  expect(parse(event(MAX_STATUS_LENGTH))).toHaveLength(1)
  expect(() => parse(event(MAX_STATUS_LENGTH + 1))).toThrow('an ERROR event is longer')
})

test('an event that is too long is an error', () => {
  const parser = new WatchParser({ decoder: objectDecoder(pods), maxLength: 1_000 })
  expect(() => parser.push(encoder.encode(USUAL('x'.repeat(1_000))), [])).toThrow(ProtocolError)
  parser.close()
})
