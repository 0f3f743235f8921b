import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FieldSet } from './field-set.ts'
import {
  type FieldPath,
  fieldElement,
  fieldPath,
  keyElement,
  showPath,
  valueElement,
} from './path-element.ts'

const element = fc.oneof(
  fc.constantFrom('spec', 'a', 'b', '.', 'x/y', '__proto__', 'constructor', 'ä', '1').map(fieldElement),
  fc.record({ name: fc.constantFrom('a', 'b'), port: fc.constantFrom(1, 10, 9) }).map(keyElement),
  fc.constantFrom<unknown>('a', '<b>', 1, 2, true).map(valueElement),
  fc.constantFrom('i:0', 'i:3'),
)
const path: fc.Arbitrary<FieldPath> = fc.array(element, { minLength: 1, maxLength: 4 })
const paths = fc.array(path, { maxLength: 12 })

const textsOf = (set: FieldSet): string[] => [...set.paths()].map(each => each.join(' ')).sort()
const distinct = (list: readonly FieldPath[]): string[] =>
  [...new Set(list.map(each => each.join(' ')))].sort()

describe('a set of fields', () => {
  test('contains exactly the inserted paths', () => {
    fc.assert(
      fc.property(paths, path, (list, other) => {
        const set = FieldSet.of(...list)
        expect(textsOf(set)).toEqual(distinct(list))
        expect(set.has(other)).toBe(distinct(list).includes(other.join(' ')))
        expect(set.isEmpty).toBe(list.length === 0)
      }),
    )
  })

  test('union, intersection and difference are those of sets of paths', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const [a, b] = [FieldSet.of(...left), FieldSet.of(...right)]
        const [as, bs] = [distinct(left), distinct(right)]
        expect(textsOf(a.union(b))).toEqual(distinct([...left, ...right]))
        expect(textsOf(a.intersection(b))).toEqual(as.filter(each => bs.includes(each)))
        expect(textsOf(a.difference(b))).toEqual(as.filter(each => !bs.includes(each)))
        expect([textsOf(a), textsOf(b)]).toEqual([as, bs])
      }),
    )
  })

  test('a recursive difference also removes the paths below', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const kept = left.filter(each => !right.some(other => other.every((step, at) => each[at] === step)))
        expect(textsOf(FieldSet.of(...left).recursiveDifference(FieldSet.of(...right)))).toEqual(
          distinct(kept),
        )
      }),
    )
  })

  test('a round trip through fieldsV1 text, in any order', () => {
    fc.assert(
      fc.property(paths, list => {
        const fields: unknown = JSON.parse(JSON.stringify(FieldSet.of(...list).toFieldsV1()))
        const again = FieldSet.fromFieldsV1(fields)
        expect(again.equals(FieldSet.of(...list))).toBe(true)
        expect(JSON.stringify(again.toFieldsV1())).toBe(JSON.stringify(fields))
      }),
    )
  })

  test('is written in the server’s order: the dot, members, items by keys, by value, by index', () => {
    const set = FieldSet.of(
      ['f:spec', 'i:10'],
      ['f:spec', 'i:9'],
      ['f:spec', valueElement('b')],
      ['f:spec', valueElement(10)],
      ['f:spec', valueElement(9)],
      ['f:spec', keyElement({ protocol: 'UDP', port: 80 }), 'f:x'],
      ['f:spec', keyElement({ port: 9 })],
      ['f:spec', 'f:b'],
      ['f:spec', 'f:B'],
      ['f:spec'],
    )
    expect(JSON.stringify(set.toFieldsV1())).toBe(
      '{"f:spec":{".":{},"f:B":{},"f:b":{},"k:{\\"port\\":9}":{},"k:{\\"port\\":80,\\"protocol\\":\\"UDP\\"}":{"f:x":{}},' +
        '"v:9":{},"v:10":{},"v:\\"b\\"":{},"i:9":{},"i:10":{}}}',
    )
  })

  test('strings in keys are escaped as by Go, member names are not', () => {
    const set = FieldSet.of([fieldElement('<a>'), keyElement({ '<k>': '<v>&' })])
    expect(Object.keys(set.toFieldsV1())).toEqual(['f:<a>'])
    expect(keyElement({ a: '<&>' })).toBe('k:{"a":"\\u003c\\u0026\\u003e"}')
  })

  test('unknown steps are skipped, malformed ones rejected', () => {
    expect(FieldSet.fromFieldsV1({ 'z:later': {}, 'f:a': {} }).equals(FieldSet.of(fieldPath('a')))).toBe(true)
    for (const broken of ['a', 'k:[1]', 'k:{', 'v:', 'i:x'])
      expect(() => FieldSet.fromFieldsV1({ [broken]: {} })).toThrow(SyntaxError)
    expect(FieldSet.fromFieldsV1(null).isEmpty).toBe(true)
  })

  test('prints a path as error messages do', () => {
    const shown = showPath(['f:spec', keyElement({ name: 'a', port: 80 }), valueElement('x'), 'i:3'])
    expect(shown).toBe('.spec[name="a",port=80][="x"][3]')
  })
})
