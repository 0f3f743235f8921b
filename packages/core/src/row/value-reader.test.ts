import { generatePods } from '@kube-informer/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import type { PathStep, ValuePath } from '../api/path-step.ts'
import type { Row, RowBody } from '../api/row.ts'
import { parseValuePath } from '../api/value-path.ts'
import { naiveValues, readValues } from '../test/naive-values.ts'
import { ValueReader } from './value-reader.ts'

const rowOf = (text: string): Row => ({
  key: 'a',
  uid: '',
  resourceVersion: '',
  namespace: '',
  name: 'a',
  body: text as unknown as RowBody<never>,
})

const read = (text: string, paths: readonly ValuePath[]) => readValues(rowOf(text), paths)

const readOne = (text: string, path: string) => read(text, [parseValuePath(path)]).values[0]

/** Longer than what is scanned byte by byte. */
const LONG = `${'long '.repeat(12)}é"\\ end`
const name = fc.constantFrom('a', 'b', 'cd', '', 'é', '😀', '__proto__', 'x"y', '\\', LONG)
const scalar = fc.constantFrom<string | number | boolean | null>(
  null,
  true,
  false,
  0,
  -1.5e3,
  'a',
  '',
  'te"x\\t',
  'é'.repeat(40),
  '{[,]}',
)
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar as fc.Arbitrary<unknown>,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key, maxLength: 5 })
    .map(entries =>
      JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`),
    ),
}))
const step = fc.oneof(
  { weight: 4, arbitrary: name.map((each): PathStep => ({ type: 'member', name: each })) },
  fc.constant<PathStep>({ type: 'items' }),
  fc.nat(2).map((index): PathStep => ({ type: 'item', index })),
  fc.record({
    type: fc.constant('filter' as const),
    path: fc.array(name, { maxLength: 2 }),
    isEqual: fc.boolean(),
    value: scalar,
  }),
)
const paths = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })

/** Each character outside ASCII as an escape, and the first letter of each key. */
const escaped = (text: string) =>
  text
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(
      /"([a-z])(?=[a-z ]*[^"]*":)/g,
      (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`,
    )

describe('ValueReader', () => {
  test('finds what reading the decoded object finds', () => {
    fc.assert(
      fc.property(json.object, paths, fc.constantFrom(0, 2), fc.boolean(), (object, all, indent, escapes) => {
        const plain = JSON.stringify(object, null, indent)
        const text = escapes ? escaped(plain) : plain
        const { values, ended } = read(text, all)
        expect(values).toEqual(all.map(path => naiveValues(JSON.parse(plain), path)))
        expect([...ended].sort()).toEqual(all.map((_, index) => index))
      }),
      { numRuns: 2_000 },
    )
  })

  test('reads Pods', () => {
    for (const pod of generatePods({ count: 50, seed: 3 })) {
      const text = JSON.stringify(pod)
      const all = [
        'status.phase',
        'spec.containers[*].image',
        'status.conditions[?(@.type=="Ready")].status',
      ].map(parseValuePath)
      expect(read(text, all).values).toEqual(all.map(path => naiveValues(pod, path)))
    }
  })

  test('a malformed text ends, with a value or an error', () => {
    const junk = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1', ' ', 'é'),
    })
    const cut = fc
      .tuple(json.object, fc.nat(200), junk)
      .map(([object, at, more]) => JSON.stringify(object).slice(0, at) + more)
    fc.assert(
      fc.property(cut, paths, (text, all) => {
        try {
          read(text, all)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test('a text that is cut off is a ProtocolError', () => {
    for (const text of ['{"a":{"b":1', '{"a":"x', `{"a":"${'x'.repeat(100)}`, '{"a":"x\\', '{"a":[1,{"b":2'])
      expect(() => readOne(text, 'c')).toThrow(ProtocolError)
  })

  test('deep and large values are skipped', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const large = JSON.stringify('x"\\'.repeat(300_000))
    expect(readOne(`{"d":${deep},"l":${large},"a":1}`, 'a')).toEqual([1])
    expect(readOne(`{"d":${deep},"l":${large},"a":1}`, 'd[*]')).toEqual([undefined])
  })

  test('stops when the visitor is done', () => {
    const visitor = {
      isDone: false,
      value: () => {
        visitor.isDone = true
      },
      end: () => {},
    }
    // What follows would be an error.
    new ValueReader([parseValuePath('a.b'), parseValuePath('z')]).read(rowOf('{"a":{"b":1'), visitor)
    expect(visitor.isDone).toBe(true)
  })
})
