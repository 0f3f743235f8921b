import { nodes, pods } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import type { Slice } from '../../api/subscription.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { checkGroupEmpty, namedNamespaces } from './group-empty.ts'
import type { SlicePlan } from './plan-slice.ts'
import { showsAll } from './shows-all.ts'

const plan = (type: string, more: object = {}) => ({ type, ...more }) as unknown as SlicePlan
const [informer, everywhere, part, other] = [
  plan('informer'),
  plan('everywhere'),
  plan('informer', { wider: {} }),
  plan('namespaces'),
]
const ofIndex: Slice = { target: { type: 'index', index: 'namespace', value: 'a' } }

describe('a slice shows every object of the scope that is requested', () => {
  test.each<[string, SlicePlan, Slice, boolean]>([
    ['everything', informer, {}, true],
    ['everything in a part', part, {}, true],
    ['everything, everywhere', everywhere, { target: { type: 'all' } }, true],
    ['everything, by namespaces', other, {}, false],
    ['the target of a part', part, ofIndex, true],
    ['a target of a whole', informer, ofIndex, false],
    ['a target, everywhere', everywhere, ofIndex, false],
    ['an empty filter', informer, { filter: { text: '' } as Slice['filter'] }, true],
    ['a filter of nothing', informer, { filter: { where: undefined } as Slice['filter'] }, true],
    ['a filter', informer, { filter: { text: 'a' } as Slice['filter'] }, false],
    ['a filter of a part', part, { ...ofIndex, filter: { text: 'a' } as Slice['filter'] }, false],
  ])('%s', (_, of, slice, expected) => {
    expect(showsAll(of, { slice })).toBe(expected)
  })

  test.each<[string, Parameters<typeof showsAll>[0], Slice, boolean]>([
    ['all of a part', part, {}, true],
    ['another index of a part', part, { target: { type: 'index', index: 'node', value: 'n1' } }, false],
    ['some namespaces of a whole', { type: 'informer', scope: {}, shows: ['a'] }, {}, false],
  ])('within namespaces: %s', (_, of, slice, expected) => {
    expect(showsAll(of, { slice, namespaces: ['a'] })).toBe(expected)
  })
})

const definition = compileDefinition({ resource: pods, indexers: { node: () => [] } })
const clusterScoped = compileDefinition({ resource: nodes })

test.each<[Slice, typeof definition, boolean]>([
  [{}, definition, true],
  [{ groupBy: 'node' }, definition, true],
  [{ groupBy: 'namespace', groupEmpty: true }, definition, true],
  [{ groupBy: 'node', groupEmpty: true }, definition, false],
  [{ groupEmpty: true }, definition, false],
  [{ groupBy: 'namespace', groupEmpty: true }, clusterScoped, false],
])('%j counts empty groups by namespace only: %#', (slice, of, isValid) => {
  const check = () => checkGroupEmpty(slice, of)
  if (isValid) expect(check).not.toThrow()
  else expect(check).toThrow('groupEmpty needs `groupBy: "namespace"`')
})

test.each<[string, object, Slice, readonly string[] | undefined]>([
  ['all', {}, {}, undefined],
  ['that of its scope', { namespace: 'a' }, ofIndex, ['a']],
  ['that of its target', {}, ofIndex, ['a']],
  [
    'those of its target',
    {},
    { target: { type: 'index', index: 'namespace', values: ['a', 'b'] } },
    ['a', 'b'],
  ],
  ['that of its object', {}, { target: { type: 'key', key: 'a/x' } }, ['a']],
  ['all, by another index', {}, { target: { type: 'index', index: 'node', value: 'a' } }, undefined],
])('the namespaces of a slice are %s', (_, scope, slice, expected) => {
  expect(namedNamespaces({ scope, slice }, definition)).toEqual(expected)
})

test.each<[object, readonly string[]]>([
  [{}, ['a', 'b']],
  [{ namespace: 'a' }, ['a']],
  [{ namespace: 'c' }, []],
])('the namespaces of a slice that names them, in the scope %j, are %j', (scope, expected) => {
  const slice: Slice = { target: { type: 'index', index: 'node', value: 'n1' } }
  expect(namedNamespaces({ scope, slice, namespaces: ['a', 'b'] }, definition)).toEqual(expected)
})
