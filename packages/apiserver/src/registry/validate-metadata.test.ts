import type { ObjectMeta } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { subdomainErrors } from '../object/names.ts'
import { errorTexts } from '../test/error-texts.ts'
import { ownerReferenceErrors, withDistinctOwners } from './owner-references.ts'
import { anyMetadataErrors, metadataErrors, metadataUpdateErrors } from './validate-metadata.ts'

const META: ObjectMeta = { name: 'a', namespace: 'default' }
const RULES = { isNamespaced: true, knowsFinalizers: false, name: subdomainErrors }
const UNKNOWN = 'name is neither a standard finalizer name nor is it fully qualified'
const errorsOf = (more: object, rules: Partial<typeof RULES> = {}) =>
  errorTexts(metadataErrors({ ...META, ...more }, { ...RULES, ...rules }))
const startingWith = (text: string) => expect.stringMatching(new RegExp(`^${text.replace(/[[\]]/g, '\\$&')}`))

describe('a new object', () => {
  test.each<[object, unknown[]]>([
    [{}, []],
    [{ name: '' }, ['metadata.name: Required value: name or generateName is required']],
    [{ name: 'A' }, [startingWith('metadata.name: Invalid value: "A": ')]],
    [{ generateName: 'a-' }, []],
    [{ generateName: 'Ab-' }, [startingWith('metadata.generateName: Invalid value: "Ab-": ')]],
    [{ namespace: undefined }, ['metadata.namespace: Required value']],
    [{ namespace: 'a.b' }, [startingWith('metadata.namespace: Invalid value: "a.b": ')]],
    [{ generation: 0 }, []],
    [{ generation: -1 }, ['metadata.generation: Invalid value: -1: must be greater than or equal to 0']],
    [{ labels: { 'e.com/a': 'b' } }, []],
    [
      { labels: { 'a b': 'c d' } },
      [
        startingWith('metadata.labels: Invalid value: "a b": '),
        startingWith('metadata.labels: Invalid value: "c d": '),
      ],
    ],
    [{ annotations: { 'E.com/A': 'c d' } }, []],
    [{ annotations: { 'a b': '' } }, [startingWith('metadata.annotations: Invalid value: "a b": ')]],
    [{ finalizers: ['e.com/x', 'orphan'] }, []],
    [{ finalizers: ['a b'] }, [startingWith('metadata.finalizers: Invalid value: "a b": ')]],
    [
      { finalizers: ['orphan', 'foregroundDeletion'] },
      [
        'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      { ownerReferences: [{ kind: 'A', name: 'a', uid: 'u' }] },
      [startingWith('metadata.ownerReferences[0].apiVersion: ')],
    ],
  ])('with %j', (more, expected) => {
    expect(errorsOf(more)).toEqual(expected)
  })

  test('is in no namespace if its kind is not', () => {
    const cluster = { isNamespaced: false }
    expect(errorsOf({ namespace: undefined }, cluster)).toEqual([])
    expect(errorsOf({}, cluster)).toEqual(['metadata.namespace: Forbidden: not allowed on this type'])
  })

  test('of some kinds has only finalizers of Kubernetes, or with a domain', () => {
    const finalizers = ['kubernetes', 'orphan', 'e.com/x', 'mine']
    expect(errorsOf({ finalizers })).toEqual([])
    expect(errorsOf({ finalizers }, { knowsFinalizers: true })).toEqual([
      `metadata.finalizers[3]: Invalid value: "mine": ${UNKNOWN}`,
    ])
  })

  test('has at most 256 KiB of annotations, keys and values in bytes', () => {
    const most = 256 * 1024
    const annotations = (bytes: number) => ({ annotations: { a: '1', b: 'x'.repeat(bytes - 3) } })
    const tooLong = [`metadata.annotations: Too long: may not be more than ${most} bytes`]
    expect(errorsOf(annotations(most))).toEqual([])
    expect(errorsOf(annotations(most + 1))).toEqual(tooLong)
    expect(errorsOf({ annotations: { a: 'é'.repeat(most / 2) } })).toEqual(tooLong)
  })
})

test('any name of a stored object is a path segment', () => {
  const errors = (more: object, isNamespaced = true) =>
    errorTexts(anyMetadataErrors({ ...META, ...more }, isNamespaced))
  expect([errors({}), errors({ name: 'A', generateName: 'A' }), errors({ name: undefined })]).toEqual([
    [],
    [],
    [],
  ])
  expect(errors({ name: 'a/b', generateName: 'a%' })).toEqual([
    `metadata.generateName: Invalid value: "a%": may not contain '%'`,
    `metadata.name: Invalid value: "a/b": may not contain '/'`,
  ])
  expect(errors({}, false)).toEqual(['metadata.namespace: Forbidden: not allowed on this type'])
})

describe('a change', () => {
  const changeErrors = (next: object, stored: object = {}, knowsFinalizers = false) =>
    errorTexts(metadataUpdateErrors({ ...META, ...next }, { ...META, ...stored }, { knowsFinalizers }))

  test.each(['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'])(
    'of %s is not allowed',
    name => {
      expect(changeErrors({ [name]: 'x' }, { [name]: 'x' })).toEqual([])
      expect(changeErrors({ [name]: 'x' })).toEqual([
        `metadata.${name}: Invalid value: "x": field is immutable`,
      ])
    },
  )

  test('has valid labels, annotations, owners and finalizers', () => {
    const next = {
      labels: { 'a b': '' },
      annotations: { 'a b': '' },
      ownerReferences: [{}],
      finalizers: ['mine'],
    }
    const fields = (knowsFinalizers: boolean) =>
      changeErrors(next, {}, knowsFinalizers).map(text => text.replace(/:.*/, ''))
    const owners = ['apiVersion', 'kind', 'name', 'uid'].map(name => `metadata.ownerReferences[0].${name}`)
    expect(fields(false)).toEqual(['metadata.labels', 'metadata.annotations', ...owners])
    expect(fields(true)).toEqual([
      'metadata.labels',
      'metadata.annotations',
      ...owners,
      'metadata.finalizers[0]',
    ])
  })

  test('of an object that is being deleted adds no finalizers', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z'
    const errors = (next: string[], stored: string[] | undefined) =>
      changeErrors(
        { finalizers: next, deletionTimestamp },
        { ...(stored && { finalizers: stored }), deletionTimestamp },
      )
    expect([errors(['b'], ['a', 'b']), errors([], ['a'])]).toEqual([[], []])
    expect(errors(['z', 'a', 'y', 'z'], ['a'])).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"y", "z"}',
    ])
    expect(errors(['a'], undefined)).toHaveLength(1)
    expect(changeErrors({ finalizers: ['a'] })).toEqual([])
  })
})

describe('owner references', () => {
  const owner = (name: string, more: object = {}) => ({
    ...{ apiVersion: 'v1', kind: 'Pod', name, uid: `uid-${name}` },
    ...more,
  })

  test('name their object; an Event owns nothing', () => {
    expect(errorTexts(ownerReferenceErrors([owner('a'), owner('b', { uid: '' })]))).toEqual([
      'metadata.ownerReferences[1].uid: Required value: must not be empty',
    ])
    const event = owner('e', { kind: 'Event' })
    expect(errorTexts(ownerReferenceErrors([event, { ...event, apiVersion: 'v2' }]))).toEqual([
      `metadata.ownerReferences[0]: Invalid value: ${JSON.stringify(event)}: /v1, Kind=Event is disallowed from being an owner`,
    ])
  })

  test('have one controller', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(name => owner(name, { controller: true }))
    expect(ownerReferenceErrors([a, owner('d'), owner('e', { controller: false })])).toEqual([])
    const text = (other: string) =>
      expect.stringContaining(
        `Only one reference can have Controller set to true. Found "true" in references for Pod/a and Pod/${other}`,
      )
    expect(errorTexts(ownerReferenceErrors([a, b, c]))).toEqual([text('b'), text('c')])
  })

  test('are stored once, with a warning', () => {
    const warnings: string[] = []
    const warn = (text: string) => warnings.push(text)
    const objectOf = (...names: string[]) => ({
      metadata: { ownerReferences: names.map(name => owner(name)) },
    })
    const distinct = objectOf('a', 'b')
    expect(withDistinctOwners(distinct, warn)).toBe(distinct)
    expect(warnings).toEqual([])
    expect(withDistinctOwners(objectOf('a', 'b', 'a', 'b', 'a'), warn)).toEqual(distinct)
    withDistinctOwners(objectOf('a', 'a'), warn, true)
    expect(warnings).toEqual([
      expect.stringMatching(/duplicate entries; API .*: uid-a, uid-b, uid-a$/),
      expect.stringMatching(/duplicate entries after mutating admission happens; API .*: uid-a$/),
    ])
  })
})
