import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requirementOf } from './minimums.ts'
import type { Target } from './targets.ts'
import { type FixtureProgram, openFixtures } from './test/fixture-program.ts'

/** A source, and what decides the minimum version of one runtime. */
type Case = readonly [source: string, target: Target, minimum: string]

const BUILTINS: readonly Case[] = [
  ['AbortSignal.any([])', 'chrome', '116 AbortSignal.any'],
  ['AbortSignal.any([])', 'nodejs', '20.3.0 AbortSignal.any'],
  ['Promise.withResolvers<void>()', 'firefox', '121 Promise.withResolvers'],
  ['Map.groupBy([1], String)', 'safari', '17.4 Map.groupBy'],
  ['const array: readonly number[] = [1]\narray.toSorted()', 'chrome', '110 Array.toSorted'],
  ['new Uint8Array(1).toSorted()', 'firefox', '115 TypedArray.toSorted'],
  ['const { groupBy } = Object', 'safari', '17.4 Object.groupBy'],
  ['globalThis.structuredClone(1)', 'chrome', '98 structuredClone'],
  ['requestIdleCallback(() => {})', 'firefox', '55 Window.requestIdleCallback'],
  ['new Map([[1, 1]]).values().map(String)', 'safari', '18.4 Iterator.map'],
  ['new CompressionStream("gzip")', 'bun', '1.3.3 CompressionStream'],
  ['new Error("text", { cause: 1 })', 'chrome', '93 Error.Error.options_cause_parameter'],
  [
    'declare const stream: ReadableStream<string>\nfor await (const part of stream) part.trim()',
    'chrome',
    '124 ReadableStream.@@asyncIterator',
  ],
  ['import { crc32 } from "node:zlib"\ncrc32("")', 'nodejs', '22.2.0 node:crc32'],
  ['declare const response: Response\nresponse.bytes()', 'chrome', '132 Response.bytes'],
]

const SYNTAX: readonly Case[] = [
  ['/(?<=a)b/.test("")', 'safari', '16.4 lookbehind_assertion'],
  ['new RegExp("(?<!a)b").test("")', 'safari', '16.4 lookbehind_assertion'],
  ['/a/v.test("")', 'chrome', '112 RegExp.unicodeSets'],
  ['class A { static { A.name } }', 'safari', '16.4 static.initialization_blocks'],
  ['let a: number | undefined\na ??= 1', 'chrome', '85 nullish_coalescing_assignment'],
  ['class A { #a = 1; b(c: object) { return #a in c || this.#a } }', 'chrome', '91 private_class_fields_in'],
]

/** What the code does without. */
const DETECTED: readonly string[] = [
  'typeof AbortSignal.any === "function" ? AbortSignal.any([]) : undefined',
  'if (AbortSignal.any) AbortSignal.any([])',
  'if ("any" in AbortSignal) AbortSignal.any([])',
  'AbortSignal.any?.([])',
  'const join = AbortSignal.any ?? (() => undefined)',
  'const join = AbortSignal.any as typeof AbortSignal.any | undefined',
  'function f() {\n  if (!AbortSignal.any) return\n  AbortSignal.any([])\n}',
  'const f = (): typeof AbortSignal.any | undefined => AbortSignal.any',
]

/** What looks like a use of `AbortSignal.any`, or is erased. */
const OTHERS: readonly string[] = [
  'type Any = typeof AbortSignal.any',
  'const own = { any: () => 1 }\nown.any()',
  'class Own { any() {} }\nnew Own().any()',
  'const text = "AbortSignal.any([])"',
  'declare const item: { readonly [Symbol.dispose]: () => void }',
]

/** Tests that detect nothing: another feature, or a value that may be missing anyway. */
const NOT_DETECTED: readonly string[] = [
  'if (AbortSignal.timeout) AbortSignal.any([])',
  'function f() {\n  if (!AbortSignal.any) console.log()\n  AbortSignal.any([])\n}',
  'declare const give: (any?: typeof AbortSignal.any) => void\ndeclare const holder: typeof AbortSignal\ngive(holder.any)',
  'const { any = AbortSignal.any }: { any?: typeof AbortSignal.any } = {}',
]

const SENTINEL = 'declare const sentinel: WakeLockSentinel\nsentinel.release()'
const BODY = 'declare const request: Request\nrequest.body?.getReader()'

let fixtures: FixtureProgram
beforeAll(() => {
  const cases = [...BUILTINS, ...SYNTAX].map(([source]) => source)
  fixtures = openFixtures([...cases, ...DETECTED, ...OTHERS, ...NOT_DETECTED, SENTINEL, BODY])
})
afterAll(() => fixtures.close())

const minimumOf = (source: string, target: Target): string => {
  const { minimum } = requirementOf(fixtures.usesIn(source), target)
  return minimum ? `${minimum.version} ${minimum.by}` : 'none'
}

describe('what decides the minimum version', () => {
  test.each(BUILTINS)('builtin: %s', (source, target, minimum) => {
    expect(minimumOf(source, target)).toBe(minimum)
  })
  test.each(SYNTAX)('syntax: %s', (source, target, minimum) => {
    expect(minimumOf(source, target)).toBe(minimum)
  })
})

const usesAny = (source: string): boolean =>
  fixtures.usesIn(source).some(({ feature }) => /\.any_static$|\.dispose$/.test(feature))

describe('feature detection', () => {
  test.each(DETECTED)('is no use: %s', source => expect(usesAny(source)).toBe(false))
  test.each(OTHERS)('is not needed: %s', source => expect(usesAny(source)).toBe(false))
  test.each(NOT_DETECTED)('is none: %s', source => expect(usesAny(source)).toBe(true))
})

test('a member that is as old as its interface requires nothing more', () => {
  expect(minimumOf(SENTINEL, 'firefox')).toBe('none')
})

test('servers need nothing that only windows have', () => {
  const { absent } = requirementOf(fixtures.usesIn('requestIdleCallback(() => {})'), 'deno')
  expect(absent).toEqual([])
})

test('a feature that no version has is absent', () => {
  const { absent } = requirementOf(fixtures.usesIn(BODY), 'firefox')
  expect(absent.map(({ feature, line }) => [feature, line])).toEqual([['api.Request.body', 2]])
})
