import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as yaml from 'yaml'
import { lineAt } from './line-at.ts'
import { type ReadYamlOptions, readYaml } from './read-yaml.ts'
import { writeYaml } from './write-yaml.ts'

const read = (text: string, options?: ReadYamlOptions) => [...readYaml(yaml, text, options)]
const valueIn = (text: string, options?: ReadYamlOptions) => read(text, options)[0]?.value
const problemOf = (text: string, options?: ReadYamlOptions) => read(text, options)[0]?.problems[0]

describe('values', () => {
  test('plain scalars have types, quoted ones and those with a tag for text have not', () => {
    const text =
      'a: yes\nb: "yes"\nc: !!str yes\nd: 0o17\ne: ! 1\nf: !!int "5"\ng: >-\n  1\nh: 2001-01-01\ni: 1:30\n'
    expect(valueIn(text)).toEqual({
      a: true,
      b: 'yes',
      c: 'yes',
      d: 15,
      e: '1',
      f: 5,
      g: '1',
      h: '2001-01-01',
      i: '1:30',
    })
  })

  test('keys are names, also those that are no texts', () => {
    const keys: string[] = []
    const onBooleanKey = (key: string) => keys.push(key)
    expect(valueIn('{1: a, y: b, true: c, "n": d}', { onBooleanKey, duplicateKeys: 'last' })).toEqual({
      1: 'a',
      true: 'c',
      n: 'd',
    })
    expect(keys).toEqual(['y', 'true'])
  })

  test('a key named __proto__ is a member', () => {
    expect(JSON.stringify(valueIn('__proto__: {polluted: 1}'))).toBe('{"__proto__":{"polluted":1}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('mappings are merged behind their own members', () => {
    const text = 'a: &a {p: 1, q: 2}\nb: &b {q: 3, r: 4}\nc: {<<: *a, q: 0}\nd: {<<: [*a, *b]}\n'
    expect(valueIn(text)).toMatchObject({ c: { q: 0, p: 1 }, d: { p: 1, q: 2, r: 4 } })
  })

  test('aliases share the value of their anchor', () => {
    const value = valueIn('a: &a [1]\nb: *a\n') as { readonly a: unknown; readonly b: unknown }
    expect(value.b).toBe(value.a)
  })
})

describe('documents', () => {
  test('are read one by one, also behind one with problems', () => {
    const documents = read('a: 1\n---\nb: [\n---\n# nothing\n---\nc: 3\n')
    expect(documents.map(({ value }) => value)).toEqual([{ a: 1 }, undefined, null, { c: 3 }])
    expect(documents.map(({ problems }) => problems[0]?.code)).toEqual([
      undefined,
      'syntax',
      undefined,
      undefined,
    ])
  })

  test('behind one with too many levels', () => {
    const documents = read(`a: 1\n---\n${'['.repeat(20)}${']'.repeat(20)}\n---\nc: 3\n`, { maxLevels: 10 })
    expect(documents.map(({ value, problems: [problem] }) => problem?.code ?? value)).toEqual([
      { a: 1 },
      'too-deep',
      { c: 3 },
    ])
  })

  test('an empty text has none', () => {
    expect(read('')).toEqual([])
    expect(read('# nothing\n')).toEqual([])
  })

  test('the place of a value is that of its key', () => {
    const text = 'a:\n  b:\n  - c: 1\n  - d: 2\n'
    const [document] = read(text)
    const lineOf = (...path: (string | number)[]) => lineAt(text, document?.offsetOf(path) ?? 0)
    expect([lineOf('a'), lineOf('a', 'b'), lineOf('a', 'b', 1, 'd'), lineOf('a', 'x')]).toEqual([1, 2, 4, 1])
  })
})

test.each<[string, ReadYamlOptions, object]>([
  ['a: 1\nb: [\n', {}, { code: 'syntax', syntaxCode: 'BAD_INDENT' }],
  ['a: 1\na: 2\n', {}, { code: 'duplicate-key', name: 'a', offset: 5, end: 6 }],
  ['"1": 1\n1: 2\n', {}, { code: 'duplicate-key', name: '1' }],
  ['[a]: 1\n', {}, { code: 'invalid-key' }],
  ['~: 1\n', {}, { code: 'invalid-key' }],
  ['a: *b\n', {}, { code: 'unknown-anchor', name: 'b', offset: 3 }],
  ['a: &a [1, *a]\n', {}, { code: 'circular-alias', name: 'a' }],
  ['a: &a 1\nb: [*a, *a]\n', { maxAliases: 1 }, { code: 'too-many-aliases' }],
  ['a: &a [1, 2]\nb: [*a, *a]\n', { maxExpanded: 5 }, { code: 'too-many-aliases' }],
  ['{a: {b: {c: 1}}}\n', { maxLevels: 1 }, { code: 'too-deep', message: 'is nested in more than 1 levels' }],
])('%j has a problem', (text, options, problem) => {
  expect(problemOf(text, options)).toMatchObject(problem)
})

test('the last of equal keys counts if that is asked for', () => {
  expect(valueIn('a: 1\na: 2\n', { duplicateKeys: 'last' })).toEqual({ a: 2 })
})

test('levels, aliases and keys take no time', () => {
  const bomb = Array.from(
    { length: 20 },
    (_, index) => `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`,
  )
  expect(problemOf(['a: &a-1 1', ...bomb].join('\n'))).toMatchObject({ code: 'too-many-aliases' })
  expect(problemOf('['.repeat(20_000))).toMatchObject({ code: 'too-deep' })
  const deep = `${'[1,'.repeat(499)}[]${']'.repeat(499)}`
  expect(read(deep, { maxLevels: 500 })[0]?.problems).toEqual([])
  const many = Array.from({ length: 20_000 }, (_, index) => `k${index}: ${index}`)
  expect(Object.keys(valueIn(many.join('\n')) as object)).toHaveLength(20_000)
})

describe('random values', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^[-+.0-9xXoObBeE_:]{1,6}$/),
    fc.constantFrom(
      'yes',
      'No',
      'on',
      'y',
      'null',
      '~',
      '',
      '<<',
      '1e3',
      '0b1',
      '0O17',
      '.inf',
      ' a ',
      'a\nb\n',
    ),
  )
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      text,
      fc.integer(),
      fc.constantFrom(true, false, null, 0.5, -1e21),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }))

  test('are read as they were written', () => {
    fc.assert(
      fc.property(value, written => {
        expect(valueIn(writeYaml(yaml, written)) ?? null).toEqual(written)
      }),
      { numRuns: 1_000 },
    )
  })

  test('in JSON are read as JSON.parse does', () => {
    fc.assert(
      fc.property(value, written => {
        expect(valueIn(JSON.stringify(written)) ?? null).toEqual(written)
      }),
    )
  })
})
