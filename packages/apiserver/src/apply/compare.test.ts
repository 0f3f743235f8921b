import { describe, expect, test } from 'vitest'
import { type Comparison, compareTyped } from './compare.ts'
import type { FieldSet } from './field-set.ts'
import { showPath } from './path-element.ts'
import { DEDUCED, type ListType, type MapType, type ValueType } from './value-type.ts'

const TEXT: ValueType = { scalar: 'string' }
const NONE = () => undefined
const mapOf = (member: ValueType | undefined, isAtomic = false): { map: MapType } => ({
  map: { isAtomic, member: () => member, isNamed: () => false, names: [], isDeduced: false },
})
const listOf = (more: Partial<ListType>): { list: ListType } => ({
  list: { isAtomic: false, keys: [], items: TEXT, keyDefault: NONE, ...more },
})
const SET = listOf({})
const KEYED = listOf({ keys: ['k'], items: mapOf(TEXT) })

const shown = (set: FieldSet): string => [...set.paths()].map(path => showPath(path) || 'root').join(' ')
const textOf = ({ added, modified, removed }: Comparison): string =>
  [
    ['+', added],
    ['~', modified],
    ['-', removed],
  ]
    .map(([sign, set]) => [sign, shown(set as FieldSet)])
    .filter(([, paths]) => paths !== '')
    .map(parts => parts.join(''))
    .join(' ')

/** The differences of a member `a`. */
const compared = (before: unknown, after: unknown, type: ValueType): string =>
  textOf(compareTyped({ a: before }, { a: after }, mapOf(type)))

describe('a leaf', () => {
  test.each<[unknown, unknown, string]>([
    ['x', 'x', ''],
    ['x', 'y', '~.a'],
    ['x', null, '~.a'],
    [undefined, 'x', '+.a'],
    [undefined, null, '+.a'],
    ['x', undefined, '-.a'],
  ])('%j, then %j', (before, after, expected) => {
    expect(compared(before, after, TEXT)).toBe(expected)
  })
})

describe('a map', () => {
  test.each<[unknown, unknown, string]>([
    [{ x: '1' }, { x: '1' }, ''],
    [{ x: '1' }, { x: '2', y: '3' }, '+.a.y ~.a.x'],
    [{ x: '1' }, {}, '-.a.x'],
    [undefined, { x: '1' }, '+.a .a.x'],
    [{ x: '1' }, undefined, '-.a .a.x'],
    [{}, {}, ''],
    [undefined, {}, '+.a'],
    [{}, undefined, '-.a'],
    [{}, null, '~.a'],
    [{ x: '1' }, null, '-.a.x'],
  ])('%j, then %j', (before, after, expected) => {
    expect(compared(before, after, mapOf(TEXT))).toBe(expected)
  })

  test('that is atomic is one leaf', () => {
    const type = mapOf(TEXT, true)
    expect(compared({ x: '1' }, { x: '2' }, type)).toBe('~.a')
    expect(compared({ x: '1' }, { x: '1' }, type)).toBe('')
    expect(compared(undefined, { x: '1' }, type)).toBe('+.a')
  })

  test('has no differences in members that its type forbids', () => {
    expect(compared({ x: '1' }, { x: '2', y: '1' }, mapOf(undefined))).toBe('')
  })
})

describe('a list', () => {
  test.each<[unknown, unknown, string]>([
    [['x'], ['x'], ''],
    [['x'], ['y'], '+.a[="y"] -.a[="x"]'],
    [undefined, ['x'], '+.a .a[="x"]'],
    [['x'], undefined, '-.a .a[="x"]'],
    [undefined, [], '+.a'],
    [[], null, '~.a'],
    [[], [], ''],
  ])('that is a set: %j, then %j', (before, after, expected) => {
    expect(compared(before, after, SET)).toBe(expected)
  })

  test('that is atomic is one leaf', () => {
    expect(compared(['x'], ['x', 'y'], listOf({ isAtomic: true }))).toBe('~.a')
    expect(compared(['x'], ['x'], listOf({ isAtomic: true }))).toBe('')
  })

  const item = (v: string) => ({ k: '1', v })
  const at = '.a[k="1"]'
  test.each<[unknown[], unknown[], string]>([
    [[item('x')], [item('y')], `~${at}.v`],
    // Duplicate items are compared whole.
    [[item('x'), item('y')], [item('x'), item('y')], ''],
    [[item('x'), item('y')], [item('y'), item('x')], `~${at}`],
    [[item('x'), item('y')], [item('x')], `+${at} ${at}.k ${at}.v -${at}`],
    [[item('x'), item('y')], [], `-${at}`],
    [[item('x')], [item('x'), item('y')], `+${at} -${at} ${at}.k ${at}.v`],
    [[], [item('x'), item('y')], `+${at}`],
  ])('with keys: %j, then %j', (before, after, expected) => {
    // The other item keeps the list from being empty.
    const other = { k: '2' }
    expect(compared([other, ...before], [other, ...after], KEYED)).toBe(expected)
  })
})

describe('a value of an unknown type', () => {
  test.each<[unknown, unknown, string]>([
    [1, 2, '~.a'],
    [{ x: 1 }, { x: 2 }, '~.a.x'],
    [[1], [2], '~.a'],
    [1, { x: 1 }, '+.a.x ~.a'],
    [{ x: 1 }, 1, '~.a -.a.x'],
    [[1], { x: 1 }, '+.a.x ~.a'],
    [{ x: 1 }, [1], '~.a -.a.x'],
    [undefined, { x: 1 }, '+.a .a.x'],
    [{ x: 1 }, undefined, '-.a .a.x'],
  ])('%j, then %j', (before, after, expected) => {
    expect(compared(before, after, DEDUCED)).toBe(expected)
  })
})
