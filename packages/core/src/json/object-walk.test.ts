import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import { textAt, walkText as walk } from '../test/walk-text.ts'
import { type PlanOptions, planObject } from './object-plan.ts'
import { ObjectWalk } from './object-walk.ts'
import { PlainScanner } from './plain-scanner.ts'
import { MAX_CUTS } from './scanner.ts'

const ONE = [['a']]
const TWO = [['a'], ['b']]

describe('what is cut', () => {
  test.each([
    ['the first member', '{"a":1,"b":2,"c":3}', ONE, '{"b":2,"c":3}', 1],
    ['the last member', '{"c":1,"a":2}', ONE, '{"c":1}', 1],
    ['a member in the middle', '{"c":1,"a":2,"b":3}', ONE, '{"c":1,"b":3}', 1],
    ['the only member', '{"a":[1,{"a":2}]}', ONE, '{}', 1],
    ['adjacent members, in one cut', '{"c":1,"a":2,"b":3,"d":4}', TWO, '{"c":1,"d":4}', 1],
    ['the first two members, in one cut', '{"a":2,"b":3,"d":4}', TWO, '{"d":4}', 1],
    ['all members, in one cut', '{"a":2,"b":3}', TWO, '{}', 1],
    ['members apart from each other', '{"a":1,"c":2,"b":3}', TWO, '{"c":2}', 2],
    ['containers', '{"a":{"x":[1,{}]},"c":{},"b":[[],{}]}', TWO, '{"c":{}}', 2],
    ['both of two equal keys', '{"a":1,"c":2,"a":3}', ONE, '{"c":2}', 2],
    ['white space around a member', '{ "c" : 1 ,\n "a" : 2 \n}', ONE, '{ "c" : 1 }', 1],
    ['white space before the first member', '{ "a" : 1 , "c" : 2 }', ONE, '{ "c" : 2 }', 1],
    ['a key that is written with an escape', '{"c":1,"\\u0061":2}', ONE, '{"c":1}', 1],
    ['nothing of the same name deeper', '{"c":{"a":1},"d":[{"a":1}]}', ONE, '{"c":{"a":1},"d":[{"a":1}]}', 0],
    ['no key that only starts with the name', '{"ab":1,"A":2,"":3}', ONE, '{"ab":1,"A":2,"":3}', 0],
    ['no other escaped key', '{"\\u0062":1,"x\\ny":2}', ONE, '{"\\u0062":1,"x\\ny":2}', 0],
  ])('%s', (_, text, trim, expected, cutCount) => {
    expect(walk(text, { trim })).toMatchObject({ text: expected, cutCount, hasMembers: true })
  })

  test('an object may have as many cuts as the scanner has room for', () => {
    const members = (count: number) =>
      `{"c":0${Array.from({ length: count }, () => ',"a":1,"c":2').join('')}}`
    expect(walk(members(MAX_CUTS), { trim: ONE }).cutCount).toBe(MAX_CUTS)
    expect(() => walk(members(MAX_CUTS + 1), { trim: ONE })).toThrow('too many members to trim')
  })
})

describe('what is found', () => {
  const IDENTIFIED =
    '{ "apiVersion" : "v1" ,"kind":"Pod","metadata":{"name":"n","x":{},"namespace":"s","uid":"u","resourceVersion":"7"}}'

  test('the ranges of the members that identify an object, each up to its separator', () => {
    expect(walk(IDENTIFIED)).toEqual({
      text: IDENTIFIED,
      found: {
        name: '"n"',
        namespace: '"s"',
        uid: '"u"',
        resourceVersion: '"7"',
        kind: '"Pod"',
        apiVersion: '"v1" ',
      },
      cutCount: 0,
      hasMembers: true,
      repeats: false,
    })
  })

  test('members of the same names elsewhere are not found', () => {
    const text = '{"name":"n","metadata":{"kind":"k","x":{"uid":"u"}},"spec":{"metadata":{"name":"n"}}}'
    expect(walk(text).found).toEqual({})
  })

  test('an escaped key is found', () => {
    expect(walk('{"\\u006bind":"Pod","metadat\\u0061":{"u\\u0069d":"u"}}').found).toEqual({
      kind: '"Pod"',
      uid: '"u"',
    })
  })

  test.each([
    ['{"kind":"a","kind":"b"}', { kind: '"b"' }, true],
    ['{"metadata":{"uid":"a"},"metadata":{"uid":"b"}}', { uid: '"b"' }, true],
    ['{"metadata":{"uid":"a"},"metadata":{"name":"b"}}', { uid: '"a"', name: '"b"' }, false],
    ['{"x":"a","x":"b"}', {}, false],
  ])('the last of repeated members applies: %s', (text, found, repeats) => {
    expect(walk(text)).toMatchObject({ found, repeats })
  })

  test.each([
    ['{}', false],
    ['{ \n}', false],
    ['{"a":1}', true],
  ])('%s has members: %s', (text, hasMembers) => expect(walk(text)).toMatchObject({ text, hasMembers }))

  test('a walk starts without what the walk before found', () => {
    const scanner = new PlainScanner(100)
    const walking = new ObjectWalk(planObject({ trim: ONE }))
    const read = (text: string) => {
      scanner.reset()
      scanner.bytes.set(new TextEncoder().encode(text), scanner.base)
      scanner.scan(scanner.base, scanner.base + text.length, 9, 0)
      walking.walk(scanner, scanner.offsets, 0)
      return { found: walking.found[8], cutCount: walking.cutCount, repeats: walking.repeats }
    }
    expect(read('{"kind":"a","kind":"b","a":1}')).toEqual({
      found: expect.any(Number),
      cutCount: 1,
      repeats: true,
    })
    expect(read('{"b":1}')).toEqual({ found: 0, cutCount: 0, repeats: false })
  })
})

test.each([
  '{"a","b":1}',
  '{"a":1:2}',
  '{"a":1]',
  '{"metadata":{"name":"n"]}',
  '{,}',
  '{]',
  '{"a":1,}',
  '{"metadata":{"name":1,}}',
])('%s is malformed', text => expect(() => walk(text)).toThrow(ProtocolError))

describe('values that may be shared', () => {
  /** 30 characters with their quotes are 32 bytes. */
  const object = (size: number) => `{"v":"${'x'.repeat(size - 8)}"}`
  const taken = (text: string, options: Partial<PlanOptions> = {}) => {
    const spans: string[][] = []
    const { text: kept } = walk(text, { shares: true, ...options }, span => {
      const part = (from: number, to: number) => textAt(text, from, to)
      spans.push([
        part(span.topFrom, span.topTo),
        part(span.keyFrom, span.keyTo),
        part(span.valueFrom, span.valueTo),
      ])
      return true
    })
    return { spans, kept }
  }

  test('objects and lists one level below the top are offered, and a 0 takes the place of those that are taken', () => {
    const list = `[${object(40)},1]`
    const text = `{"spec" : { "a" : ${object(32)} , "b":${list},"c":"${'y'.repeat(40)}"},"status":{"d":${object(40)}}}`
    expect(taken(text)).toEqual({
      spans: [
        ['spec', 'a', object(32)],
        ['spec', 'b', list],
        ['status', 'd', object(40)],
      ],
      kept: `{"spec" : { "a" : 0 , "b":0,"c":"${'y'.repeat(40)}"},"status":{"d":0}}`,
    })
  })

  test.each([
    ['of 31 bytes', `{"spec":{"a":${object(31)}}}`],
    ['at the top', `{"spec":{"v":"${'x'.repeat(40)}"}}`],
    ['two levels below the top', `{"spec":{"a":{"b":1},"c":"${object(24).replaceAll('"', ' ')}"}}`],
    ['of a list at the top', `{"spec":[${object(40)}]}`],
  ])('a value %s is not offered', (_, text) => expect(taken(text)).toEqual({ spans: [], kept: text }))

  test('without sharing nothing is offered', () => {
    expect(taken(`{"spec":{"a":${object(40)}}}`, { shares: false }).spans).toEqual([])
  })

  test('a value that is not taken stays', () => {
    const text = `{"spec":{"a":${object(40)}}}`
    expect(walk(text, { shares: true }, () => false)).toMatchObject({ text, cutCount: 0 })
    expect(walk(text, { shares: true })).toMatchObject({ text, cutCount: 0 })
  })

  test('what is cut is not offered, nor is what has a part that is cut', () => {
    const text = `{"metadata":{"a":${object(40)},"b":${object(40)},"c":${object(40)}}}`
    const trim = [
      ['metadata', 'a'],
      ['metadata', 'b', 'x'],
    ]
    expect(taken(text, { trim })).toEqual({
      spans: [['metadata', 'c', object(40)]],
      kept: `{"metadata":{"b":${object(40)},"c":0}}`,
    })
  })

  test('sharing leaves half of the cuts for what is trimmed', () => {
    const members = Array.from({ length: MAX_CUTS / 2 + 2 }, (_, i) => `"k${i}":${object(32)}`)
    expect(taken(`{"spec":{${members.join()}}}`).spans).toHaveLength(MAX_CUTS / 2 + 1)
  })
})
