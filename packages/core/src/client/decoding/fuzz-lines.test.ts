import { describe, expect, test } from 'vitest'
import { FORMS, textOf, World } from '../../test/corrupted-world.ts'
import type { Position } from '../../test/corruption.ts'
import { expectRecovery } from '../../test/expect-recovery.ts'
import { plainWatch } from '../../test/plain-reader.ts'

const pod = (members: string): string => `{"type":"ADDED","object":{"kind":"Pod",${members}}}`
const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`

/**
 * The effect of a line in the middle of a watch: an `error`, an `object` in the cache, or `either` if no server sends such
 * a line and both are correct. `nothing` is ignored silently. A `lie` is also ignored, but corrected later.
 */
type Outcome = 'error' | 'nothing' | 'object' | 'either' | 'lie'

const LINES: readonly (readonly [name: string, line: string, outcome: Outcome])[] = [
  ['an empty line', '', 'nothing'],
  ['a line of spaces', ' \t\r', 'nothing'],
  ['null', 'null', 'error'],
  ['an array', '[]', 'error'],
  ['a number', '42', 'error'],
  ['a string', '"ADDED"', 'error'],
  ['no object', '{"type":"ADDED"}', 'error'],
  ['no type', '{"object":{"metadata":{"name":"x"}}}', 'error'],
  ['a null object', '{"type":"ADDED","object":null}', 'error'],
  ['an array as object', '{"type":"ADDED","object":[{"metadata":{"name":"x"}}]}', 'error'],
  ['a type that is no text', '{"type":1,"object":{"metadata":{"name":"x"}}}', 'error'],
  ['an unknown type', '{"type":"PATCHED","object":{"metadata":{"name":"x"}}}', 'error'],
  ['a type in lower case', '{"type":"added","object":{"metadata":{"name":"x"}}}', 'error'],
  ['two events on a line', `${pod('"metadata":{"name":"x"}')}${pod('"metadata":{"name":"y"}')}`, 'object'],
  ['an event on many lines', JSON.stringify(JSON.parse(pod('"metadata":{"name":"x"}')), null, 2), 'object'],
  ['an event and half of one', `${pod('"metadata":{"name":"x"}')}{"type":"ADDED","object":{"me`, 'error'],
  ['a Status', '{"kind":"Status","status":"Failure","code":500,"message":"not ready"}', 'error'],
  ['half a frame', '{"type":"ADDED","object":{"metadata":{"na', 'error'],
  ['a frame without its last brace', pod('"metadata":{"name":"x"}').slice(0, -1), 'error'],
  ['a brace too many', `${pod('"metadata":{"name":"x"}')}}`, 'error'],
  ['no metadata', pod('"spec":{}'), 'error'],
  ['metadata that is null', pod('"metadata":null'), 'error'],
  ['metadata that is a list', pod('"metadata":[]'), 'error'],
  ['a name that is a number', pod('"metadata":{"name":42}'), 'either'],
  ['an empty name', pod('"metadata":{"name":""}'), 'error'],
  ['a version that is a number', pod('"metadata":{"name":"x","resourceVersion":5}'), 'either'],
  ['a version that is no version', pod('"metadata":{"name":"x","resourceVersion":"5x"}'), 'object'],
  ['another kind', '{"type":"ADDED","object":{"kind":"Node","metadata":{"name":"x"}}}', 'error'],
  ['NaN in the name', pod('"metadata":{"name":NaN}'), 'error'],
  ['ERROR with nothing in it', '{"type":"ERROR","object":{}}', 'error'],
  ['ERROR with null', '{"type":"ERROR","object":null}', 'error'],
  [
    'ERROR with members of wrong types',
    '{"type":"ERROR","object":{"code":"410","message":7,"details":[]}}',
    'nothing',
  ],
  ['ERROR with a code of success', '{"type":"ERROR","object":{"code":200,"status":"Success"}}', 'error'],
  ['ERROR 410', '{"type":"ERROR","object":{"code":410,"reason":"Expired","message":"too old"}}', 'nothing'],
  ['a bookmark with nothing in it', '{"type":"BOOKMARK","object":{}}', 'nothing'],
  ['a bookmark without a version', '{"type":"BOOKMARK","object":{"metadata":{}}}', 'nothing'],
  ['a bookmark with null', '{"type":"BOOKMARK","object":null}', 'error'],
  ['a bookmark that is a number', '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":5}}}', 'error'],
  [
    'a bookmark that is no version',
    '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"5x"}}}',
    'lie',
  ],
  [
    'members in another order',
    '{"object":{"metadata":{"namespace":"n","name":"x"}},"type":"ADDED"}',
    'object',
  ],
  ['spaces everywhere', '{ "type" : "ADDED" , "object" : { "metadata" : { "name" : "x" } } } ', 'object'],
  ['an event with escaped keys', '{"\\u0074ype":"ADDED","object":{"metadata":{"name":"x"}}}', 'either'],
  ['an object with escaped keys', pod('"met\\u0061data":{"n\\u0061me":"x"}'), 'either'],
  ['a name that objects inherit', pod('"metadata":{"name":"__proto__","namespace":"constructor"}'), 'object'],
  [
    'keys that objects inherit',
    pod('"__proto__":{"x":1},"constructor":1,"metadata":{"name":"x","labels":{"__proto__":"y"}}'),
    'object',
  ],
  ['a lone surrogate', pod('"metadata":{"name":"x","labels":{"a":"\\ud800"}}'), 'object'],
  ['a number that is too large', pod('"metadata":{"name":"x"},"a":[1e999,-0,9007199254740993]'), 'object'],
  ['deep nesting', pod(`"metadata":{"name":"x"},"a":${deep}`), 'object'],
  ['two namesakes in metadata', pod('"metadata":{"name":"x","name":"y"}'), 'object'],
  ['two metadata', pod('"metadata":{"name":"x"},"metadata":{"name":"y"}'), 'object'],
]

describe.each(FORMS.slice(1, 3))('an unusual line in a watch, as $form', options => {
  test.each(LINES)('%s', async (_name, line, outcome) => {
    const world = new World(options)
    await world.start()
    await world.clock.advance(2_000)
    world.server.dropWatches()
    const bytes = [...new TextEncoder().encode(`${line}\n`)]
    const at: Position = { near: 'anything', index: 0 }
    world.network.arm({ on: 'watch', corruptions: [{ do: 'insert', at, bytes }], pieces: [] })
    await world.clock.settle()
    const errors = world.collectErrors()
    await world.write()
    const { events } = plainWatch(world.struck().delivered)
    const failed = errors.length > 0
    if (outcome !== 'either') expect(failed).toBe(outcome === 'error')
    if (outcome === 'object' || (outcome === 'either' && !failed)) {
      const [first] = events
      expect(world.contents()).toContain(textOf(first?.object ?? {}))
      expect(world.readKeys()).toEqual(world.informer.indexer.listKeys())
    }
    await expectRecovery(world, failed || outcome === 'nothing')
  })
})

const list = (members: string): string => `{"kind":"PodList","apiVersion":"v1",${members}}`

/** The effect of the response to the first list: an error, or an empty cache, which is a lie. */
const ANSWERS: readonly (readonly [name: string, body: string, outcome: 'error' | 'lie', type?: string])[] = [
  ['nothing', '', 'error'],
  ['null', 'null', 'error'],
  ['an array', '[]', 'error'],
  ['a string', '"items"', 'error'],
  ['no list metadata', list('"items":[]'), 'error'],
  ['list metadata that is null', list('"metadata":null,"items":[]'), 'error'],
  ['a Table', '{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{},"rows":[]}', 'error'],
  ['an item that is null', list('"metadata":{"resourceVersion":"1"},"items":[null]'), 'error'],
  ['an item that is a number', list('"metadata":{"resourceVersion":"1"},"items":[1]'), 'error'],
  ['an item without a name', list('"metadata":{"resourceVersion":"1"},"items":[{"metadata":{}}]'), 'error'],
  ['a page of HTML', '<!doctype html><title>Sign in</title>', 'error', 'text/html'],
  [
    'a list that says it is text',
    list('"metadata":{"resourceVersion":"1"},"items":[]'),
    'error',
    'text/plain',
  ],
  ['protobuf', 'k8s\0', 'error', 'application/vnd.kubernetes.protobuf'],
  ['items that are null', list('"metadata":{"resourceVersion":"1004"},"items":null'), 'lie'],
  ['no items', list('"metadata":{"resourceVersion":"1004"}'), 'lie'],
]

describe.each(FORMS.slice(1, 3))('an unusual response to a list, as $form', options => {
  test.each(ANSWERS)('%s', async (_name, body, outcome, type = 'application/json') => {
    const world = new World(options)
    world.network.answer(new Response(body, { headers: { 'content-type': type } }))
    const errors = world.collectErrors()
    await world.start()
    expect(errors.length > 0 ? 'error' : 'lie').toBe(outcome)
    expect(world.informer.indexer.size).toBe(0)
    await expectRecovery(world, outcome === 'error')
  })
})
