import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { holds, withCondition } from './conditions.ts'
import { customKinds } from './custom-kinds.ts'
import { established } from './established.ts'
import { conversionOf } from './version-conversion.ts'

const NAMES = { plural: 'widgets', kind: 'Widget' }
const SCHEMA = { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } }
const version = (name: string, more: object = {}) => ({
  ...{ name, served: true, storage: name === 'v1', schema: SCHEMA },
  ...more,
})
const ESTABLISHED = { type: 'Established', status: 'True' }

function definition(versions: readonly object[], more: object = {}): CustomResourceDefinition {
  return {
    metadata: { name: 'widgets.e.com' },
    spec: { group: 'e.com', scope: 'Namespaced', names: NAMES, versions },
    status: { acceptedNames: NAMES, conditions: [ESTABLISHED] },
    ...more,
  } as unknown as CustomResourceDefinition
}

describe('the kinds of a definition', () => {
  test('are those of its served versions, once it is established', () => {
    const versions = [version('v1'), version('v2', { served: false }), version('v3')]
    const named = (of: CustomResourceDefinition) => customKinds(of).map(({ resource }) => resource.version)
    expect(named(definition(versions))).toEqual(['v1', 'v3'])
    for (const status of [
      undefined,
      { acceptedNames: NAMES },
      { acceptedNames: NAMES, conditions: [{ ...ESTABLISHED, status: 'False' }] },
      { acceptedNames: NAMES, conditions: [{ ...ESTABLISHED, type: 'NamesAccepted' }] },
      { conditions: [ESTABLISHED] },
    ])
      expect(named(definition(versions, { status }))).toEqual([])
  })

  test('have the accepted names, or those that follow from the kind', () => {
    const of = (acceptedNames: object) =>
      customKinds(definition([version('v1')], { status: { acceptedNames, conditions: [ESTABLISHED] } }))[0]
    expect(of(NAMES)).toMatchObject({
      ...{ singular: 'widget', listKind: 'WidgetList', shortNames: [], categories: [] },
      ...{ isTerminating: false, subresources: [], selectableFields: [], deprecation: undefined },
      storedAs: 'e.com/v1/Widget',
    })
    const names = { singular: 'wi', listKind: 'Ws', shortNames: ['w'], categories: ['all'] }
    expect(of({ ...NAMES, ...names })).toMatchObject(names)
  })

  test('have the subresources, fields and columns of their version', async () => {
    const scale = { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a' }
    const [kind] = customKinds(
      definition([
        version('v1', {
          subresources: { status: {}, scale },
          selectableFields: [{ jsonPath: '.spec.a' }],
          additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a' }],
        }),
      ]),
    )
    expect(kind?.subresources.map(({ name, kind: of }) => [name, of])).toEqual([
      ['status', 'Widget'],
      ['scale', 'Scale'],
    ])
    expect(kind).toMatchObject({ scale, selectableFields: ['spec.a'] })
    expect((await kind?.columns())?.map(({ name }) => name)).toContain('A')
    expect(await kind?.schema()).toBe(await kind?.schema())
    const [bare] = customKinds(definition([version('v1', { schema: undefined })]))
    expect(await bare?.schema()).toBeUndefined()
  })

  test('have no stored version if it is not served', () => {
    const versions = [version('v1', { served: false }), version('v2')]
    expect(customKinds(definition(versions))[0]?.storedAs).toBeUndefined()
  })

  test.each([
    [{}, undefined],
    [{ deprecated: true, deprecationWarning: 'old' }, 'old'],
    [{ deprecated: true }, 'e.com/v1beta1 Widget is deprecated; use e.com/v2 Widget'],
  ])('a version with %j has the warning %j', (more, warning) => {
    const versions = [
      version('v1beta1', more),
      version('v1alpha1'),
      version('v3', { served: false }),
      version('v4', { deprecated: true }),
      version('v1'),
      version('v2'),
    ]
    expect(customKinds(definition(versions))[0]?.deprecation).toBe(warning)
  })

  test('no better version is named if there is none', () => {
    const versions = [version('v2', { deprecated: true }), version('v1')]
    expect(customKinds(definition(versions))[0]?.deprecation).toBe('e.com/v2 Widget is deprecated')
  })

  test('are terminating while their definition is', () => {
    const metadata = { name: 'widgets.e.com', deletionTimestamp: '2026-01-01T00:00:00Z' }
    expect(customKinds(definition([version('v1')], { metadata }))[0]?.isTerminating).toBe(true)
  })
})

describe('conditions', () => {
  const at = (time: string, status = 'True') => ({ type: 'A', status, lastTransitionTime: time })
  test('keep their time while their status stays', () => {
    const found = (status: 'True' | 'False') => ({ type: 'A', status, reason: 'R', message: '' }) as const
    const other = { type: 'B', status: 'True' } as const
    const updated = (before: readonly object[], status: 'True' | 'False' = 'True') =>
      withCondition(before as never, found(status), 'now')
    expect(updated([other, at('then')])).toEqual([other, { ...at('then'), reason: 'R' }])
    expect(updated([at('then'), other], 'False')).toEqual([{ ...at('now', 'False'), reason: 'R' }, other])
    expect(updated([{ type: 'A', status: 'True' }])).toEqual([{ ...at('now'), reason: 'R' }])
    expect(updated([other])).toEqual([other, { ...at('now'), reason: 'R' }])
  })

  test('hold if they are true', () => {
    expect(holds(definition([]), 'Established')).toBe(true)
    expect([holds(definition([]), 'Other'), holds(definition([], { status: undefined }), 'A')]).toEqual([
      false,
      false,
    ])
  })

  test('a definition is accepted, then established, and stays so', () => {
    let current = definition([version('v1')], { status: undefined })
    const next = (others: readonly CustomResourceDefinition[] = []) => {
      current = established(current, others, 'now')
      return current.status?.conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`)
    }
    const ACCEPTED = 'NamesAccepted True NoConflicts'
    expect(next()).toEqual([ACCEPTED, 'Established False Installing'])
    expect(next()).toEqual([ACCEPTED, 'Established True InitialNamesAccepted'])
    expect(next()).toEqual([ACCEPTED, 'Established True InitialNamesAccepted'])
    const other = definition([version('v1')], { metadata: { name: 'other.e.com' } })
    current = definition([version('v1')], { status: undefined })
    expect(next([other])?.[1]).toBe('Established False NotAccepted')
  })
})

describe('the conversion of objects', () => {
  const other = { openAPIV3Schema: { type: 'object', properties: { b: { type: 'string', default: 'y' } } } }
  const both = definition([version('v1'), version('v2', { schema: other })])
  const resource = (name: string) => ({
    group: 'e.com',
    version: name,
    plural: 'widgets',
    kind: 'Widget',
    namespaced: true,
  })
  const objectOf = (name: string, more: object) => ({
    ...{ apiVersion: `e.com/${name}`, kind: 'Widget', metadata: { name: 'w' } },
    ...more,
  })

  test('is none if all versions have the schema of the stored one, and had it before', () => {
    const same = definition([version('v1'), version('v2')])
    expect(conversionOf(same, resource('v2'), false)).toBeUndefined()
    expect(conversionOf(same, resource('v2'), true)).toBeDefined()
    expect(conversionOf(both, resource('v3'), true)).toBeUndefined()
    expect(conversionOf(definition([version('v2')]), resource('v2'), true)).toBeUndefined()
  })

  test('prunes by the schema of the version, and sets the defaults of the stored one', () => {
    const view = conversionOf(both, resource('v2'), false)
    expect(view?.decodes).toBe(true)
    expect(view?.toView(objectOf('v1', { b: '1', c: '2' }))).toEqual(objectOf('v2', {}))
    expect(view?.toStored(objectOf('v2', { a: '1', b: '2' }))).toEqual(objectOf('v1', { a: '1' }))
    const stored = objectOf('v1', { a: '1' })
    expect(view?.toStored(stored)).toBe(stored)
    expect(conversionOf(both, resource('v1'), false)?.toView(objectOf('v1', {}))).toEqual(
      objectOf('v1', { a: 'x' }),
    )
    expect(conversionOf(both, resource('v1'), false)?.toView({ a: '1' } as object)).toEqual({
      ...{ apiVersion: 'e.com/v1', metadata: {}, a: '1' },
    })
  })

  test('finds objects that a write would change', () => {
    const own = conversionOf(both, resource('v1'), false)
    expect(own?.isStale?.(objectOf('v1', { a: 'x' }))).toBe(false)
    expect(own?.isStale?.(objectOf('v1', {}))).toBe(true)
    expect(own?.isStale?.(objectOf('v2', { a: 'x' }))).toBe(true)
  })
})
