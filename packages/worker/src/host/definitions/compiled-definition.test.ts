import {
  defineResource,
  type KubernetesObject,
  type Row,
  rowAccess,
  type SnapshotStore,
  type TableColumn,
} from '@kube-informer/core'
import { deployments, pods, secrets } from '@kube-informer/core/resources'
import { describe, expect, test, vi } from 'vitest'
import { defineInformers, type InformerDefinitions } from '../../api/definition.ts'
import { podRow } from '../../test/rows.ts'
import {
  compileDefinition,
  compileIdentities,
  compileMetadata,
  compileTable,
  findDefinition,
  unknownName,
} from './compiled-definition.ts'
import { TableColumns } from './table-columns.ts'

const nodeOf = (pod: KubernetesObject) => (pod as { spec?: { nodeName?: string } }).spec?.nodeName ?? ''
const byNode = (a: KubernetesObject, b: KubernetesObject) => nodeOf(a).localeCompare(nodeOf(b))
const definitions = defineInformers({
  pods: { resource: pods, indexers: { node: pod => [nodeOf(pod)] } },
  deployments: { resource: deployments },
}) as InformerDefinitions
const [first, second] = [podRow('a/x', 1, { node: 'n' }), podRow('a/y', 1, { node: 'm' })]

describe('the definition of a resource', () => {
  test('is found by its name, and by the resource', () => {
    expect(findDefinition(definitions, 'pods')).toBe(definitions.pods)
    expect(findDefinition(definitions, { ...pods })).toBe(definitions.pods)
    expect(findDefinition(definitions, deployments)).toBe(definitions.deployments)
  })

  test.each([
    { ...pods, group: 'other' },
    { ...pods, version: 'v2' },
    { ...pods, plural: 'others' },
    secrets,
  ])('of another resource says nothing, so that it is not persisted', resource => {
    expect(findDefinition(definitions, resource)).toEqual({ resource, persist: false })
  })

  test.each(['other', 'toString'])('named %s does not exist', name => {
    expect(() => findDefinition(definitions, name)).toThrow(
      `there is no resource "${name}"; the definition has: "pods", "deployments"`,
    )
  })

  test('that is unknown is named with those that are known', () => {
    expect(unknownName('index', 'a', {}).message).toBe('there is no index "a"; the definition has: none')
    expect(unknownName('index', 'a', { b: 1 }, ' (hint)').message).toBe(
      'there is no index "a"; the definition has: "b" (hint)',
    )
  })
})

describe('a compiled definition', () => {
  test('has the defaults of its options', () => {
    const { id, resource, firstPage, watchScope, keepsLabels, metadataOnly, table } = compileDefinition({
      resource: pods,
    })
    expect([id, resource, firstPage, watchScope, keepsLabels, metadataOnly, table]).toEqual([
      ...[0, pods, false, 'auto', true, undefined, undefined],
    ])
    const options = { firstPage: true, watchScope: 'namespace', pick: [], trim: ['spec'] } as const
    expect(compileDefinition({ resource: pods, ...options }, 7)).toMatchObject({
      ...{ id: 7, ...options, keepsLabels: false },
    })
  })

  test('has no index with the name of the built-in one', () => {
    expect(() => compileDefinition({ resource: pods, indexers: { namespace: () => [] } })).toThrow(
      'the index "namespace" of pods must have another name',
    )
  })

  test('sorts and filters rows by functions of objects, which it decodes once', () => {
    const objects = new Set<KubernetesObject>()
    const compare = vi.fn((a: KubernetesObject, b: KubernetesObject) => {
      objects.add(a).add(b)
      return byNode(a, b)
    })
    const compiled = compileDefinition({
      resource: pods,
      comparators: { node: compare },
      predicates: {
        onNode: (pod, args) => {
          objects.add(pod)
          return nodeOf(pod) === args
        },
      },
    })
    const comparator = compiled.comparator('node')
    expect([comparator?.(first, second), comparator?.(second, first)]).toEqual([1, -1])
    const keep = compiled.predicate({ name: 'onNode', args: 'n' })
    expect([keep(first), keep(second), objects.size]).toEqual([true, false, 2])
    expect([compiled.comparator('other'), compiled.comparator('toString')]).toEqual([undefined, undefined])
    expect(compiled.unknownComparator('spec').message).toBe(
      'there is no comparator "spec"; the definition has: "node" (a path of one step is written ".spec")',
    )
  })

  test('decodes each row once for all of its indexes', () => {
    const seen: KubernetesObject[] = []
    const { indexers } = compileDefinition({
      resource: pods,
      indexers: {
        node: pod => {
          seen.push(pod)
          return [nodeOf(pod)]
        },
      },
    })
    const index = (row: Row) => indexers.node?.(row, rowAccess)
    expect([index(first), index(first), index(second)]).toEqual([['n'], ['n'], ['m']])
    expect([seen[0] === seen[1], seen[1] === seen[2]]).toEqual([true, false])
  })

  const predicated = compileDefinition({
    resource: pods,
    predicates: {
      all: () => true,
      failing: () => {
        throw new Error('broken')
      },
    },
  })

  test.each<[unknown, string]>([
    ['other', 'there is no predicate "other"; the definition has: "all", "failing"'],
    ['toString', 'there is no predicate "toString"'],
    [1, 'filter.predicate: a name, or { name, args }, is expected'],
    [{ name: 1 }, 'filter.predicate.name: a text is expected'],
    [{ name: 'all', args: [Number.NaN] }, 'filter.predicate.args[0]: plain data is expected'],
  ])('has no predicate %j', (reference, message) => {
    expect(() => predicated.predicate(reference as string)).toThrow(message)
  })

  test('names a predicate that throws', () => {
    expect(predicated.predicate('all')(first)).toBe(true)
    expect(() => predicated.predicate('failing')(first)).toThrow('predicate "failing": broken')
  })
})

test('definitions of identities, metadata and Tables are not persisted', () => {
  const [identities, metadata, table] = [
    compileIdentities(pods, 1),
    compileMetadata(pods, 2),
    compileTable({ resource: pods, watchScope: 'namespace' }, 3),
  ]
  expect(
    [identities, metadata, table].map(({ id, persists, metadataOnly, pick }) => [
      id,
      persists,
      metadataOnly,
      pick,
    ]),
  ).toEqual([
    [1, false, true, []],
    [2, false, true, undefined],
    [3, false, undefined, undefined],
  ])
  expect([table.table instanceof TableColumns, table.watchScope]).toEqual([true, 'namespace'])
  expect(compileTable({ resource: pods }, 3).watchScope).toBe('auto')
  const persisted = defineResource({
    group: '',
    version: 'v1',
    plural: 'pods',
    kind: 'Pod',
    namespaced: true,
  })
  expect(compileDefinition({ resource: persisted }, 0, definitions).persists).toBe(true)
})

type Change = Parameters<SnapshotStore<Row>['save']>[0]

describe('the columns of Tables', () => {
  const columns = (name: string): readonly TableColumn[] => [{ name } as TableColumn]
  const row = (id?: string): Row => ({ ...first, ...(id !== undefined && { columns: id }) })

  test('are those of the rows, or of the last list', () => {
    const seen = new TableColumns()
    expect([seen.latest, seen.of([]), seen.of([row('a')])]).toEqual([undefined, undefined, undefined])
    const [a, b] = [columns('a'), columns('b')]
    seen.see(a, 'a')
    seen.see(b, 'b')
    expect([seen.latest, seen.of([]), seen.of([row()])]).toEqual([b, b, b])
    expect([seen.of([row('a')]), seen.of([row(), row('a'), row('b')]), seen.of([row('other')])]).toEqual([
      a,
      a,
      b,
    ])
    seen.see(columns('again'), 'a')
    expect(seen.latest).toBe(a)
  })

  test('are remembered for eight versions, of which the least recent one leaves', () => {
    const seen = new TableColumns()
    const ids = ['0', '1', '2', '3', '4', '5', '6', '7']
    for (const id of ids) seen.see(columns(id), id)
    expect(ids.map(id => seen.of([row(id)])?.[0]?.name)).toEqual(ids)
    seen.see(columns('0'), '0')
    seen.see(columns('8'), '8')
    expect(['0', '1', '2', '8'].map(id => seen.of([row(id)])?.[0]?.name)).toEqual(['0', '8', '2', '8'])
  })

  test('decide which stored rows are restored', async () => {
    const seen = new TableColumns()
    seen.see(columns('a'), 'a')
    const save = vi.fn(async () => {})
    const load = async (rows: readonly Row[] | undefined) => {
      const snapshot = rows && { objects: rows, resourceVersion: '1' }
      const store = { load: async () => snapshot, save } as unknown as SnapshotStore<Row>
      const checked = seen.checked(store)
      const { signal } = new AbortController()
      await checked.save({ resourceVersion: '1', changed: [], removed: [] } as unknown as Change, signal)
      return (await checked.load(signal)) === snapshot ? snapshot : 'nothing'
    }
    expect(await load([row('a'), row('a')])).toHaveProperty('objects')
    expect(await load([row('a'), row('b')])).toBe('nothing')
    expect(await load([row()])).toBe('nothing')
    expect(await load([])).toHaveProperty('objects')
    expect(await load(undefined)).toBeUndefined()
    expect(save).toHaveBeenCalledTimes(5)
  })
})
