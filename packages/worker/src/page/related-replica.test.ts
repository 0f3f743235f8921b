import { ConnectionError } from '@kube-informer/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { brokenRow, podRow } from '../test/rows.ts'
import type { RelatedNodeUpdate, RelatedUpdate, WireRelatedStatus } from '../wire/related.ts'
import { ObjectPool } from './object-pool.ts'
import { INITIAL_STATE, RelatedReplica } from './related-replica.ts'
import { keep, keepEqual, keepItems, sameMembers } from './same-members.ts'

const STATUS: WireRelatedStatus = { data: 'complete', link: 'live', failures: [] }
const insert = (...ids: string[]) => ({ at: 0, remove: 0, insert: ids })

let pool: ObjectPool
let network: { online?: boolean }
let replica: RelatedReplica
beforeEach(() => {
  pool = new ObjectPool()
  network = {}
  replica = new RelatedReplica(() => pool, network)
})

/** A node with the row `a/ID` in a version. */
const node = (id: string, version: number, more: Partial<RelatedNodeUpdate> = {}): RelatedNodeUpdate => ({
  ...{ id, resource: 'pods', row: podRow(`a/${id}`, version), total: 0, eventTotal: 0 },
  ...more,
})
/** A root with two children, and an Event about it. */
const TREE: RelatedUpdate = {
  id: 1,
  root: 'r',
  nodes: [
    node('r', 1, { children: insert('x', 'y'), total: 2, events: insert('e'), eventTotal: 1 }),
    ...['x', 'y', 'e'].map(id => node(id, 1)),
  ],
  versions: { pods: '5' },
  status: STATUS,
}
interface Shown {
  readonly resource: string
  readonly object: object
  readonly children: readonly Shown[]
}
/** The tree as names and versions. */
const shown = ({ object, children }: Shown): unknown => {
  const { name, resourceVersion } = (object as { metadata: { name: string; resourceVersion: string } })
    .metadata
  return children.length > 0
    ? [`${name}@${resourceVersion}`, ...children.map(shown)]
    : `${name}@${resourceVersion}`
}
const tree = () => replica.state.root && shown(replica.state.root as unknown as Shown)
/** How many objects the pool has of these rows. */
const isPooled = (id: string, version: number): boolean => {
  const pooled = pool.acquire(podRow(`a/${id}`, version))
  const { holders } = pooled
  pool.release(pooled)
  return holders > 1
}

describe('the tree on a page', () => {
  test('is empty before the host has answered', () => {
    expect([replica.state, replica.versions]).toEqual([INITIAL_STATE, undefined])
    expect(replica.state).toEqual({
      root: undefined,
      status: { data: 'none', link: 'connecting', failures: [] },
      freshness: { state: 'catching-up', reason: 'connecting' },
    })
    expect(replica.recheck()).toBe(false)
  })

  test('has the nodes of the first update, with Events and counts', () => {
    expect(replica.apply(TREE)).toBe(true)
    expect([tree(), replica.versions]).toEqual([['r@1', 'x@1', 'y@1'], { pods: '5' }])
    expect(replica.state).toMatchObject({
      root: { resource: 'pods', total: 2, eventTotal: 1, events: [{ metadata: { name: 'e' } }] },
      status: STATUS,
      freshness: { state: 'live' },
    })
    expect([replica.apply({ id: 1 }), replica.apply({ id: 1, nodes: [{ id: 'r' }] })]).toEqual([false, false])
  })

  test('follows changes; what has not changed keeps its reference', () => {
    replica.apply(TREE)
    const before = replica.state.root
    // With a changed node, those above it are in the list.
    expect(replica.apply({ id: 1, nodes: [{ id: 'r' }, node('y', 2)], versions: { pods: '6' } })).toBe(true)
    const after = replica.state.root
    expect([tree(), replica.versions]).toEqual([['r@1', 'x@1', 'y@2'], { pods: '6' }])
    expect([
      after === before,
      after?.children[0] === before?.children[0],
      after?.events === before?.events,
    ]).toEqual([...[false, true, true]])
    expect(after?.object).toBe(before?.object)
    expect([isPooled('y', 1), isPooled('y', 2)]).toEqual([false, true])
  })

  test('loses the nodes that have left, and releases their objects', () => {
    replica.apply(TREE)
    const gone = ['x']
    replica.apply({ id: 1, gone, nodes: [{ id: 'r', children: { at: 0, remove: 1, insert: [] }, total: 1 }] })
    expect([tree(), isPooled('x', 1), isPooled('y', 1)]).toEqual([['r@1', 'y@1'], false, true])
    expect(replica.state.root?.total).toBe(1)
  })

  test('can replace a node by another one with its id', () => {
    replica.apply(TREE)
    replica.apply({ id: 1, gone: ['x'], nodes: [{ id: 'r' }, node('x', 2, { total: 7 })] })
    expect([tree(), replica.state.root?.children[0]?.total]).toEqual([['r@1', 'x@2', 'y@1'], 7])
    expect([isPooled('x', 1), isPooled('x', 2)]).toEqual([false, true])
  })

  test('omits a row that cannot be read', () => {
    const [root, ...others] = TREE.nodes ?? []
    const broken = { ...node('x', 1), row: brokenRow(podRow('a/x', 1)) }
    replica.apply({ ...TREE, nodes: [root as RelatedNodeUpdate, broken, ...others.slice(1)] })
    expect(tree()).toEqual(['r@1', 'y@1'])
    replica.apply({ id: 1, nodes: [{ id: 'r' }, node('x', 2)] })
    expect(tree()).toEqual(['r@1', 'x@2', 'y@1'])
  })

  test('shows the errors of its status', () => {
    const wire = { message: 'down', code: 'ConnectionError' }
    const status: WireRelatedStatus = {
      ...{ data: 'none', link: 'retrying', error: wire, failures: [{ resource: 'pods', error: wire }] },
    }
    replica.apply({ id: 1, status })
    const error = new ConnectionError('down')
    expect(replica.state.status).toEqual({ ...status, error, failures: [{ resource: 'pods', error }] })
    expect(replica.state.freshness).toEqual({ state: 'offline', reason: 'down' })
  })
})

describe('a host that is replaced', () => {
  test('leaves its tree until the tree of the next one replaces it', () => {
    replica.apply(TREE)
    const before = replica.state.root
    expect([replica.standBy(), replica.standBy()]).toEqual([true, false])
    expect([tree(), replica.state.status.link]).toEqual([['r@1', 'x@1', 'y@1'], 'connecting'])
    replica.apply({ id: 1, status: { ...STATUS, data: 'none' } })
    expect(tree()).toEqual(['r@1', 'x@1', 'y@1'])
    const [root, x] = TREE.nodes ?? []
    const nodes = [
      { ...(root as RelatedNodeUpdate), children: insert('x'), total: 1 },
      x as RelatedNodeUpdate,
    ]
    replica.apply({ ...TREE, nodes: [...nodes, node('e', 1)] })
    expect([tree(), isPooled('x', 1), isPooled('y', 1)]).toEqual([['r@1', 'x@1'], true, false])
    // What both hosts have keeps its reference.
    expect(replica.state.root?.children[0]).toBe(before?.children[0])
    expect(replica.state.root?.object).toBe(before?.object)
  })

  test('that does not return is the error of the tree', () => {
    replica.apply(TREE)
    replica.fail('the worker has ended')
    const error = new ConnectionError('the worker has ended')
    expect(replica.state.status).toEqual({ ...STATUS, link: 'stopped', error })
    expect(tree()).toEqual(['r@1', 'x@1', 'y@1'])
  })

  test('after a sign-out leaves nothing', () => {
    replica.apply(TREE)
    replica.reset()
    expect([replica.state, replica.versions, isPooled('r', 1), isPooled('e', 1)]).toEqual([
      ...[INITIAL_STATE, undefined, false, false],
    ])
    replica.apply(TREE)
    replica.reset('signed out')
    expect(replica.state).toMatchObject({ root: undefined, status: { link: 'stopped', data: 'none' } })
    expect(replica.state.status.error?.message).toBe('signed out')
  })
})

test('a tree is paused while the page is offline and not every watch is open', () => {
  network.online = false
  expect([replica.recheck(), replica.state.paused]).toEqual([true, true])
  replica.apply(TREE)
  expect(replica.state).not.toHaveProperty('paused')
  replica.apply({ id: 1, status: { ...STATUS, link: 'retrying' } })
  expect(replica.state.paused).toBe(true)
  network.online = true
  expect([replica.recheck(), replica.state.paused]).toEqual([true, undefined])
})

describe('the objects that slices share', () => {
  test('are decoded once for each uid, version and columns, while they are shown', () => {
    const first = pool.acquire(podRow('a/x', 1))
    const second = pool.acquire(podRow('a/x', 1))
    const others = [pool.acquire(podRow('a/x', 2)), pool.acquire({ ...podRow('a/x', 1), columns: 'c' })]
    expect([second.object === first.object, first.holders]).toEqual([true, 2])
    expect(others.map(({ object }) => object === first.object)).toEqual([false, false])
    pool.release(first)
    expect(pool.acquire(podRow('a/x', 1)).object).toBe(first.object)
    for (let each = 0; each < 2; each++) pool.release(first)
    expect(pool.acquire(podRow('a/x', 1)).object).not.toBe(first.object)
  })

  test('can be those that a page has already', () => {
    const object = { metadata: { uid: 'u', resourceVersion: '1', name: 'x' } }
    const adopted = pool.adopt(object)
    expect([adopted.object, pool.adopt({ ...object }).object]).toEqual([object, object])
    expect(pool.adopt({ ...object }).object).toBe(object)
    expect(pool.adopt({}).object).not.toBe(pool.adopt({}).object)
  })

  test('without a uid or a version are not shared', () => {
    for (const row of [
      { ...podRow('a/x', 1), uid: '' },
      { ...podRow('a/x', 1), resourceVersion: '' },
    ])
      expect(pool.acquire(row).object).not.toBe(pool.acquire(row).object)
  })

  test('that cannot be read are read again', () => {
    const broken = pool.acquire(brokenRow(podRow('a/x', 1)))
    expect([broken.object, pool.acquire(podRow('a/x', 1)).object]).toEqual([undefined, expect.any(Object)])
    pool.release(broken)
    expect(isPooled('x', 1)).toBe(true)
  })
})

describe('the older of two equal values', () => {
  const [a, b] = [{}, {}]

  test.each<[object, object, boolean]>([
    [{}, {}, true],
    [{ a }, { a }, true],
    [{ a }, { a: b }, false],
    [{ a }, { b: a }, false],
    [{ a }, {}, false],
    [{}, { a }, false],
  ])('%o and %o: %s', (newer, older, isSame) => {
    expect(sameMembers(newer, older)).toBe(isSame)
    const kept = keep(newer, older)
    expect([kept, Object.isFrozen(kept)]).toEqual([isSame ? older : newer, !isSame])
    expect(kept).toBe(isSame ? older : newer)
  })

  test.each<[readonly object[], readonly object[], boolean]>([
    [[], [], true],
    [[a, b], [a, b], true],
    [[a, b], [b, a], false],
    [[a], [a, b], false],
    [[a, b], [a], false],
  ])('of lists', (newer, older, isSame) => {
    expect(keepItems(newer, older)).toBe(isSame ? older : newer)
  })

  test('of plain data, and of nothing', () => {
    const [older, newer] = [{ x: [1] }, { x: [1] }]
    expect([keepEqual(newer, older) === older, keepEqual({ x: [2] }, older)]).toEqual([true, { x: [2] }])
    expect([keepEqual(undefined, older), keepEqual(newer, undefined) === newer]).toEqual([undefined, true])
    expect(keep(a, undefined)).toBe(a)
  })
})
