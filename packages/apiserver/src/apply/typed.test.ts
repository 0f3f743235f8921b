import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { deepEqual } from '../json/deep-equal.ts'
import { schemaOf, widgetSchema } from '../test/widgets.ts'
import { compareTyped } from './compare.ts'
import { fieldSetOf } from './extract-set.ts'
import { FieldSet } from './field-set.ts'
import { mergeTyped } from './merge-typed.ts'
import { showPath } from './path-element.ts'
import { reconciled } from './reconcile-set.ts'
import { removeItems } from './remove-items.ts'
import { typeOf } from './schema-type.ts'
import { checkTyped } from './validate-typed.ts'
import type { ValueType } from './value-type.ts'

const shown = (set: FieldSet): string[] => [...set.paths()].map(showPath)
const messageOf = (value: unknown, type: ValueType): string => {
  try {
    checkTyped(value, type)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

let type: ValueType
let specType: ValueType
beforeAll(async () => {
  type = typeOf(await widgetSchema())
  specType = type.map?.member('spec') ?? {}
})

const text = fc.constantFrom('a', 'b', 'c')
const spec = fc.record(
  {
    n: fc.integer({ min: 1, max: 3 }),
    map: fc.dictionary(text, text, { noNullPrototype: true }),
    whole: fc.record({ x: text, y: text }, { requiredKeys: [], noNullPrototype: true }),
    nested: fc.record({ p: text }, { requiredKeys: [], noNullPrototype: true }),
    items: fc.uniqueArray(
      fc.record(
        { name: text, v: text, tags: fc.uniqueArray(text) },
        { requiredKeys: ['name'], noNullPrototype: true },
      ),
      { selector: item => item.name },
    ),
    set: fc.uniqueArray(text),
    list: fc.array(text, { maxLength: 3 }),
    any: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** Without types that may differ next time. */
const typedSpec = spec.map(({ any: _any, ...rest }) => rest)

describe('values by type', () => {
  test('the field set of a value: leaves, items and empty values; atomic values as one', () => {
    const value = {
      n: 1,
      map: { k: 'v' },
      whole: { x: '1' },
      nested: {},
      items: [{ name: 'a', tags: ['t'] }],
      ports: [{ port: 80 }],
      list: ['x'],
      any: { deep: [1] },
    }
    expect(shown(fieldSetOf({ spec: value }, type))).toEqual([
      '.spec.list',
      '.spec.n',
      '.spec.nested',
      '.spec.whole',
      '.spec.any.deep',
      '.spec.items[name="a"]',
      '.spec.items[name="a"].name',
      '.spec.items[name="a"].tags[="t"]',
      '.spec.map.k',
      '.spec.ports[port=80,protocol="TCP"]',
      '.spec.ports[port=80,protocol="TCP"].port',
    ])
  })

  test('a comparison finds exactly the differences', () => {
    fc.assert(
      fc.property(spec, spec, (before, after) => {
        const { added, modified, removed } = compareTyped(before, after, specType)
        const isSame = added.isEmpty && modified.isEmpty && removed.isEmpty
        if (deepEqual(before, after)) expect(isSame).toBe(true)
        const back = compareTyped(after, before, specType)
        expect([back.added.equals(removed), back.modified.equals(modified)]).toEqual([true, true])
      }),
    )
  })

  test('a merge keeps all applied fields and all others of the live object', () => {
    fc.assert(
      fc.property(typedSpec, typedSpec, (live, applied) => {
        const merged = mergeTyped(live, applied, specType)
        const { modified, removed } = compareTyped(applied, merged, specType)
        expect(shown(modified.union(removed))).toEqual([])
        const only = fieldSetOf(live, specType).difference(fieldSetOf(applied, specType))
        const lost = compareTyped(live, merged, specType).removed.intersection(only)
        expect(shown(lost)).toEqual([])
        expect(mergeTyped(merged, applied, specType)).toEqual(merged)
      }),
    )
  })

  test('merged lists: the applied order, other items at their previous positions', () => {
    const list = (names: string) => ({ items: [...names].map(name => ({ name })) })
    const namesOf = (value: unknown) =>
      JSON.stringify(value)
        .match(/(?<="name":")./g)
        ?.join('')
    const merged = (live: string, applied: string) => namesOf(mergeTyped(list(live), list(applied), specType))
    expect(merged('abcd', 'dxb')).toBe('acdxb')
    expect(merged('abc', 'c')).toBe('abc')
    expect(merged('abc', 'xa')).toBe('xabc')
    expect(merged('', 'ba')).toBe('ba')
  })

  test('values that lose all parts become null, atomic values are removed as a whole', () => {
    const value = { map: { a: '1', b: '2' }, items: [{ name: 'a', v: '1' }], whole: { x: '1' } }
    const without = (...paths: string[][]) =>
      removeItems(value, FieldSet.of(...paths.map(path => path)), specType)
    expect(without(['f:map', 'f:a'])).toEqual({ ...value, map: { b: '2' } })
    expect(without(['f:map', 'f:a'], ['f:map', 'f:b'])).toEqual({ ...value, map: null })
    expect(without(['f:items', 'k:{"name":"a"}'])).toEqual({ ...value, items: null })
    expect(without(['f:whole', 'f:x'])).toEqual({ ...value, whole: null })
  })

  test('mismatches are reported with the server’s messages', async () => {
    expect(messageOf({ foo: 1 }, type)).toBe('.foo: field not declared in schema')
    expect(messageOf({ spec: { n: 'x' } }, type)).toBe('.spec.n: expected numeric (int or float), got string')
    expect(messageOf({ spec: { s: 1 } }, type)).toBe(
      '.spec.s: expected string, got &value.valueUnstructured{Value:1}',
    )
    expect(messageOf({ spec: { s: { a: [true, null] } } }, type)).toContain(
      'Value:map[string]interface {}{"a":[]interface {}{true, interface {}(nil)}}}',
    )
    expect(messageOf({ spec: { b: 'x' } }, type)).toBe('.spec.b: expected boolean, got &{x}')
    expect(messageOf({ spec: { items: { a: 1 } } }, type)).toBe('.spec.items: expected list, got &{map[a:1]}')
    expect(messageOf({ spec: [1] }, type)).toBe('.spec: expected map, got &{[1]}')
    expect(messageOf({ spec: { items: [{ name: 'a' }, { name: 'a' }] } }, type)).toBe(
      '.spec.items: duplicate entries for key [name="a"]',
    )
    expect(messageOf({ spec: { ports: [{ port: 1 }, { port: 1, protocol: 'TCP' }] } }, type)).toBe(
      '.spec.ports: duplicate entries for key [port=1,protocol="TCP"]',
    )
    expect(messageOf({ spec: { items: [{ v: 'x' }] } }, type)).toBe(
      '.spec.items: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
    )
    expect(messageOf({ spec: { items: [null], n: true } }, type)).toBe(
      'errors:\n  .spec.items: element 0: associative list with keys may not have a null element\n  .spec.n: expected numeric (int or float), got bool',
    )
    const configMap = typeOf(await schemaOf('', 'v1', 'ConfigMap'))
    expect(messageOf({ data: { a: null }, immutable: null }, configMap)).toBe('')
  })

  test('names of JavaScript properties are ordinary members', () => {
    const open = JSON.parse('{"open":{"__proto__":{"a":1},"constructor":"x"},"map":{"__proto__":"p"}}')
    const set = fieldSetOf(open, specType)
    expect(shown(set)).toContain('.open.__proto__.a')
    expect(JSON.stringify(mergeTyped({}, open, specType))).toBe(JSON.stringify(open))
    const rest = removeItems(open, FieldSet.of(['f:open', 'f:__proto__']), specType)
    expect(JSON.stringify(rest)).toBe('{"open":{"constructor":"x"},"map":{"__proto__":"p"}}')
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  test('the owner of a part of a value that became atomic owns the whole', () => {
    const old = FieldSet.of(
      ['f:spec', 'f:whole', 'f:x'],
      ['f:spec', 'f:list', 'v:"a"'],
      ['f:spec', 'f:map', 'f:k'],
    )
    expect(shown(reconciled(old, type))).toEqual(['.spec.list', '.spec.whole', '.spec.map.k'])
  })
})
