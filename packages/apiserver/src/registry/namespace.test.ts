import { expect, test } from 'vitest'
import type { AnyObject } from '../object/any-object.ts'
import { errorTexts } from '../test/error-texts.ts'
import { awaitsFinalize, namespaceStrategy } from './namespace.ts'
import type { WriteContext } from './strategy.ts'

const contextOf = (subresource: string) => ({ subresource }) as WriteContext
const namespaceOf = (more: object = {}): AnyObject => ({
  kind: 'Namespace',
  metadata: { name: 'x' },
  ...more,
})
const LABELS = { 'kubernetes.io/metadata.name': 'x' }

test.each<[object, object]>([
  [{}, { finalizers: ['kubernetes'] }],
  [{ spec: { finalizers: ['e.com/a'] } }, { finalizers: ['e.com/a', 'kubernetes'] }],
  [{ spec: { finalizers: ['kubernetes', 'e.com/a'] } }, { finalizers: ['kubernetes', 'e.com/a'] }],
])('a new one of %j is active, labeled and has its finalizer once', (more, spec) => {
  expect(namespaceStrategy.prepareForCreate?.(namespaceOf(more), contextOf(''))).toEqual({
    kind: 'Namespace',
    metadata: { name: 'x', labels: LABELS },
    spec,
    status: { phase: 'Active' },
  })
})

test('a write changes its part only', () => {
  const next = namespaceOf({ spec: { finalizers: ['b'], other: 1 }, status: { phase: 'New' } })
  const stored = namespaceOf({ spec: { finalizers: ['a'] }, status: { phase: 'Active' } })
  const partsOf = (subresource: string) => {
    const { spec, status, metadata } =
      namespaceStrategy.prepareForUpdate?.(next, stored, contextOf(subresource)) ?? {}
    return { spec, status, labels: metadata?.labels }
  }
  expect(partsOf('')).toEqual({ spec: { finalizers: ['a'], other: 1 }, status: next.status, labels: LABELS })
  expect(partsOf('status')).toEqual({ spec: next.spec, status: next.status, labels: LABELS })
  expect(partsOf('finalize')).toEqual({ spec: next.spec, status: stored.status, labels: LABELS })
})

test('finalizers of the spec have a domain', () => {
  const errors = (...finalizers: string[]) =>
    errorTexts(namespaceStrategy.validate?.(namespaceOf({ spec: { finalizers } })) ?? [])
  expect(errors('kubernetes', 'e.com/a')).toEqual([])
  expect(errors('mine')).toEqual([
    'spec.finalizers: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
  ])
  expect(errors('a b')).toHaveLength(2)
})

test.each(['enforce', 'audit', 'warn'])('the level to %s is one of three', mode => {
  const label = `pod-security.kubernetes.io/${mode}`
  const errors = (level: string) =>
    errorTexts(
      namespaceStrategy.validate?.(namespaceOf({ metadata: { name: 'x', labels: { [label]: level } } })) ??
        [],
    )
  expect(['privileged', 'baseline', 'restricted'].flatMap(errors)).toEqual([])
  expect(errors('other')).toEqual([
    `metadata.labels[${label}]: Invalid value: "other": must be one of privileged, baseline, restricted`,
  ])
})

test('the phase follows from the deletion time', () => {
  const errors = (phase: string, deletionTimestamp?: string, subresource = 'status') => {
    const metadata = { name: 'x', ...(deletionTimestamp && { deletionTimestamp }) }
    const next = namespaceOf({ metadata, status: { phase } })
    return errorTexts(namespaceStrategy.validateUpdate?.(next, next, contextOf(subresource)) ?? [])
  }
  expect([errors('Active'), errors('Terminating', 'now'), errors('Terminating', undefined, '')]).toEqual([
    [],
    [],
    [],
  ])
  expect(errors('Terminating')).toEqual([
    `status.Phase: Invalid value: "Terminating": may only be 'Active' if \`deletionTimestamp\` is empty`,
  ])
  expect(errors('Active', 'now')).toEqual([
    `status.Phase: Invalid value: "Active": may only be 'Terminating' if \`deletionTimestamp\` is not empty`,
  ])
})

test.each<[AnyObject, boolean]>([
  [namespaceOf({ spec: { finalizers: ['a'] } }), true],
  [namespaceOf({ spec: { finalizers: [] } }), false],
  [namespaceOf(), false],
  [{ kind: 'Other', spec: { finalizers: ['a'] } }, false],
])('%j awaits /finalize: %s', (object, expected) => {
  expect(awaitsFinalize(object)).toBe(expected)
})
