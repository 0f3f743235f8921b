import { describe, expect, test } from 'vitest'
import { capUpdaters } from './cap-updaters.ts'
import { FieldSet } from './field-set.ts'
import {
  decodeManagers,
  encodeEntries,
  entryTime,
  identityOf,
  type ManagedEntry,
  secondsOf,
} from './managed-fields.ts'
import { fieldPath, showPath } from './path-element.ts'

const FIELDS = { 'f:data': { '.': {}, 'f:x': {} } }
const ENTRY = {
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: FIELDS,
}

describe('an entry', () => {
  test('is written as it was read', () => {
    const entries = [
      { ...ENTRY, time: '2026-01-01T00:00:00Z', subresource: 'status' },
      { ...ENTRY, manager: 'n' },
    ]
    const bare = { ...ENTRY, operation: 'Apply', manager: undefined }
    for (const isOurs of [false, true]) {
      const written = encodeEntries(decodeManagers([...entries, bare], isOurs)?.values() ?? [])
      expect(written).toEqual([bare, entries[1], entries[0]].map(entry => JSON.parse(JSON.stringify(entry))))
    }
    expect(encodeEntries([])).toBeUndefined()
  })

  test.each([
    'x',
    { ...ENTRY, operation: 'Delete' },
    { ...ENTRY, operation: undefined },
    { ...ENTRY, apiVersion: '' },
    { ...ENTRY, apiVersion: 1 },
    { ...ENTRY, fieldsType: 'FieldsV2' },
    { ...ENTRY, fieldsV1: { 'k:{': {} } },
  ])('%j is not of a server', entry => {
    expect(decodeManagers([ENTRY, entry])).toBeUndefined()
  })

  test('entries of something else are none', () => {
    expect(decodeManagers(undefined)).toEqual(new Map())
  })

  test.each([
    [
      { manager: 'm', operation: 'Update', apiVersion: 'v1', subresource: '' },
      '{"manager":"m","operation":"Update","apiVersion":"v1"}',
    ],
    [
      { manager: 'm', operation: 'Apply', apiVersion: 'v1', subresource: '' },
      '{"manager":"m","operation":"Apply"}',
    ],
    [
      { manager: '', operation: 'Update', apiVersion: 'v1', subresource: 'status' },
      '{"operation":"Update","apiVersion":"v1","subresource":"status"}',
    ],
  ] as const)('%j has the identity %s', (name, identity) => {
    expect(identityOf(name)).toBe(identity)
  })
})

const entryOf = (more: Partial<ManagedEntry> = {}): ManagedEntry => ({
  ...{ manager: 'm', operation: 'Update', apiVersion: 'v1', subresource: '' },
  set: FieldSet.of(fieldPath('data', 'x')),
  ...more,
})

test('entries are in the order of operation, second, manager, version and subresource', () => {
  const sorted = [
    entryOf({ operation: 'Apply', manager: 'z', time: '2026-01-01T00:00:09Z' }),
    entryOf({ manager: 'z' }),
    entryOf({ time: '2026-01-01T00:00:01.9Z', manager: 'a' }),
    entryOf({ time: '2026-01-01T00:00:01Z', manager: 'b' }),
    entryOf({ time: '2026-01-01T00:00:01Z', manager: 'b', apiVersion: 'v2' }),
    entryOf({ time: '2026-01-01T00:00:01Z', manager: 'b', apiVersion: 'v2', subresource: 'status' }),
    entryOf({ time: '2026-01-01T00:00:02Z', manager: 'a' }),
  ]
  const names = (entries: readonly ManagedEntry[]) =>
    encodeEntries(entries)?.map(({ manager, time }) => [manager, time])
  expect(names([...sorted].reverse())).toEqual(names(sorted))
  expect(
    names(sorted)
      ?.map(([manager]) => manager)
      .join(''),
  ).toBe('zzabbba')
})

test('times are whole seconds', () => {
  expect([secondsOf(entryOf()), secondsOf(entryOf({ time: '1970-01-01T00:00:02.9Z' }))]).toEqual([0, 2])
  expect(entryTime(2_900)).toBe('1970-01-01T00:00:02Z')
})

describe('the entries of updates', () => {
  const managersOf = (entries: readonly ManagedEntry[]) =>
    new Map(entries.map(entry => [identityOf(entry), entry] as const))
  const updaters = (count: number, more: Partial<ManagedEntry> = {}) =>
    Array.from({ length: count }, (_, index) =>
      entryOf({
        manager: `m${String(index).padStart(2, '0')}`,
        time: entryTime((index + 1) * 1_000),
        set: FieldSet.of(fieldPath('data', `x${index}`)),
        ...more,
      }),
    )
  const capped = (entries: readonly ManagedEntry[]) =>
    [...capUpdaters(managersOf(entries)).values()].map(({ manager, apiVersion, time, set }) => ({
      name: `${manager} ${apiVersion}`,
      time,
      paths: [...set.paths()].map(showPath).join(),
    }))

  test('are at most ten', () => {
    const ten = managersOf([...updaters(10), entryOf({ operation: 'Apply' })])
    expect(capUpdaters(ten)).toBe(ten)
    const more = capped([...updaters(12).reverse(), entryOf({ operation: 'Apply' })])
    expect(more).toHaveLength(11)
    expect(more.at(-1)).toEqual({
      name: 'ancient-changes v1',
      time: '1970-01-01T00:00:03Z',
      paths: '.data.x0,.data.x1,.data.x2',
    })
    expect(more.filter(({ name }) => /^m0[0-2] /.test(name))).toEqual([])
  })

  test('of the same second are in the order of their managers', () => {
    const same = capped(updaters(11, { time: entryTime(0) }).reverse())
    expect(same.at(-1)).toMatchObject({ name: 'ancient-changes v1', paths: '.data.x0,.data.x1' })
  })

  test('are merged for each API version', () => {
    const [first, ...others] = updaters(11)
    const entries = capped([{ ...entryOf(first), apiVersion: 'v2' }, ...others])
    expect(entries).toHaveLength(10)
    expect(entries.map(({ name }) => name)).toContain('m00 v2')
    expect(entries.at(-1)).toMatchObject({ name: 'ancient-changes v1', paths: '.data.x1,.data.x2' })
  })
})

test('the root is not a member of a set, and a set without members is empty', () => {
  const set = FieldSet.of(fieldPath('a'))
  expect([set.has([]), set.has(fieldPath('a')), set.has(fieldPath('a', 'b'))]).toEqual([false, true, false])
  expect(
    FieldSet.fromFieldsV1({ 'f:a': { '.': {}, 'f:b': {} } }).difference(FieldSet.of(fieldPath('a'))).isEmpty,
  ).toBe(false)
})
