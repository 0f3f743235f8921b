import { describe, expect, test } from 'vitest'
import type { AnyObject } from '../object/any-object.ts'
import { rejectionOf } from '../test/rejection.ts'
import { decodeDeleteOptions } from './delete-options-body.ts'
import { finalizersOf } from './deletion-finalizers.ts'
import type { Strategy } from './strategy.ts'
import { isTrue, type OptionsKind, parseInteger, parseWriteOptions } from './write-options.ts'

describe('the options of a write', () => {
  const parse = (
    query: string,
    kind: OptionsKind = 'UpdateOptions',
    agent: string | null = null,
    isApply = false,
  ) => parseWriteOptions(kind, new URLSearchParams(query), agent, isApply)
  const messageOf = (query: string, kind: OptionsKind = 'UpdateOptions', isApply = false) =>
    rejectionOf(() => parse(query, kind, null, isApply)).message?.replace(/^.* is invalid: /, '')

  test('have defaults, and the first word of the user agent as manager', () => {
    expect(parse('')).toEqual({ dryRun: false, manager: '', fieldValidation: 'Warn', force: false })
    expect(parse('', 'UpdateOptions', 'kubectl/v1 (linux)').manager).toBe('kubectl')
    expect(parse('fieldManager=me', 'UpdateOptions', 'kubectl/v1').manager).toBe('me')
    expect(parse('', 'UpdateOptions', 'a\u0000b\u200bc d/1').manager).toBe('abc d')
    expect(parse('', 'UpdateOptions', '/1').manager).toBe('')
    const long = 'ü'.repeat(70)
    expect(parse('', 'UpdateOptions', long).manager).toBe('ü'.repeat(64))
    expect(parse('', 'UpdateOptions', `a${long}`).manager).toBe(`a${'ü'.repeat(63)}`)
  })

  test('are those of the query', () => {
    expect(parse('dryRun=All&fieldValidation=Strict&fieldManager=m')).toEqual({
      ...{ dryRun: true, manager: 'm', fieldValidation: 'Strict', force: false },
    })
    expect(['Ignore', 'Warn', ''].map(value => parse(`fieldValidation=${value}`).fieldValidation)).toEqual([
      'Ignore',
      'Warn',
      'Warn',
    ])
    expect(parse('force=true&fieldManager=m', 'PatchOptions', null, true).force).toBe(true)
    expect(parse('force=false&fieldManager=m', 'PatchOptions', null, true).force).toBe(false)
  })

  test.each([
    ['dryRun=All&dryRun=None', 'dryRun: Unsupported value: ["All","None"]: supported values: "All"'],
    [
      'fieldValidation=strict',
      'fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"',
    ],
    [`fieldManager=${'a'.repeat(129)}`, 'fieldManager: Too long: may not be more than 128 bytes'],
    ['fieldManager=ab%0A', 'fieldManager: Invalid value: "ab\\n": invalid character U+000A (at position 2)'],
  ])('%s is rejected', (query, message) => {
    expect(messageOf(query)).toBe(message)
  })

  test('128 bytes of a manager are accepted', () => {
    expect(parse(`fieldManager=${'a'.repeat(128)}`).manager).toHaveLength(128)
  })

  test('force belongs to an apply, which needs a manager', () => {
    expect(messageOf('force=true', 'PatchOptions')).toBe(
      'force: Forbidden: may not be specified for non-apply patch',
    )
    expect(messageOf('', 'PatchOptions', true)).toBe(
      'fieldManager: Required value: is required for apply patch',
    )
    expect(parse('force=true').force).toBe(true)
  })
})

test.each([
  [null, false],
  ['', true],
  ['true', true],
  ['no', true],
  ['false', false],
  ['FALSE', false],
  ['0', false],
])('the boolean %j is %s', (value, expected) => {
  expect(isTrue(value)).toBe(expected)
})

test('an integer may have a sign', () => {
  expect(['0', '+7', '-7'].map(parseInteger)).toEqual([0, 7, -7])
  for (const bad of ['', '1.5', 'x', '1 '])
    expect(rejectionOf(() => parseInteger(bad)).message).toBe(
      `strconv.ParseInt: parsing ${JSON.stringify(bad)}: invalid syntax`,
    )
})

describe('the body of DeleteOptions', () => {
  const messageOf = (body: unknown) => rejectionOf(() => decodeDeleteOptions(body)).message

  test('may be null, or have each option', () => {
    const body = {
      ...{ kind: 'DeleteOptions', gracePeriodSeconds: 1, orphanDependents: true, dryRun: ['All'] },
      ...{ propagationPolicy: 'Orphan', preconditions: { uid: 'u' } },
    }
    expect(decodeDeleteOptions(null)).toEqual({})
    expect(decodeDeleteOptions(body)).toBe(body)
    const nulls = { gracePeriodSeconds: null, dryRun: null }
    expect(decodeDeleteOptions(nulls)).toBe(nulls)
  })

  test.each([
    [{ gracePeriodSeconds: '1' }, 'string', 'gracePeriodSeconds', 'int64'],
    [{ orphanDependents: 1 }, 'number', 'orphanDependents', 'bool'],
    [{ propagationPolicy: true }, 'bool', 'propagationPolicy', 'v1.DeletionPropagation'],
    [{ preconditions: [] }, 'array', 'preconditions', 'v1.Preconditions'],
    [{ dryRun: {} }, 'object', 'dryRun', '[]string'],
  ])('%j has the wrong type', (body, given, name, type) => {
    expect(messageOf(body)).toBe(
      `json: cannot unmarshal ${given} into Go struct field DeleteOptions.${name} of type ${type}`,
    )
  })

  test('is an object of no other kind', () => {
    expect(messageOf([])).toMatch(
      /^couldn't get version\/kind; json parse error: json: cannot unmarshal array into/,
    )
    expect(messageOf({ kind: 'Pod' })).toContain('no kind "Pod" is registered for version "meta.k8s.io/v1"')
    expect(messageOf({ kind: 'Pod', apiVersion: 'v1' })).toContain('for version "v1"')
  })
})

describe('the finalizers of a deletion', () => {
  const finalizers = (
    present: readonly string[] | undefined,
    propagationPolicy?: 'Orphan' | 'Foreground' | 'Background',
    orphansByDefault = false,
  ) => {
    const object: AnyObject = { metadata: present ? { finalizers: present } : {} }
    return finalizersOf(
      object,
      { propagationPolicy } as Parameters<typeof finalizersOf>[1],
      { orphansByDefault } as Strategy,
    )
  }

  test.each([
    ['Orphan', undefined, ['orphan']],
    ['Orphan', ['x', 'orphan', 'y'], ['x', 'orphan', 'y']],
    ['Orphan', ['foregroundDeletion', 'x', 'orphan'], ['x', 'orphan']],
    ['Orphan', ['foregroundDeletion', 'x'], ['x', 'orphan']],
    ['Foreground', ['orphan', 'x'], ['x', 'foregroundDeletion']],
    ['Background', ['orphan', 'x', 'foregroundDeletion'], ['x']],
    ['Background', ['x'], ['x']],
    [undefined, ['x'], ['x']],
    [undefined, undefined, []],
    [undefined, ['orphan'], ['orphan']],
    [undefined, ['orphan', 'foregroundDeletion'], ['foregroundDeletion']],
  ] as const)('%s with %j are %j', (policy, present, expected) => {
    expect(finalizers(present, policy)).toEqual(expected)
  })

  test('are those of an orphan where that is the default of the kind', () => {
    expect(finalizers(undefined, undefined, true)).toEqual(['orphan'])
    expect(finalizers(['foregroundDeletion'], undefined, true)).toEqual(['foregroundDeletion'])
    expect(finalizers(undefined, 'Background', true)).toEqual([])
  })
})
