import type { Row } from '@kube-informer/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relatedOracle } from '../../test/related-oracle.ts'
import { applyRelated, type ShownTree, shownTree } from '../../test/related-page.ts'
import { type Owned, ownedRow } from '../../test/related-rows.ts'
import type { RelatedResource } from './related-item.ts'
import { RelatedTree } from './related-tree.ts'
import { SentTree } from './sent-tree.ts'

const RUNS = process.env.LONG ? 10_000 : 500
const names = ['deployments', 'replicasets', 'pods', 'events']
const RESOURCES = names.map((name, rank): RelatedResource => ({ name, rank, isEvents: name === 'events' }))
const [DEPLOYMENTS, REPLICA_SETS, PODS, EVENTS] = RESOURCES as [
  RelatedResource,
  RelatedResource,
  RelatedResource,
  RelatedResource,
]

/** A tree, and a page that applies its updates. */
class Rig {
  readonly shown: ShownTree = { root: '', nodes: new Map() }
  readonly #rows = new Map<string, { readonly resource: RelatedResource; readonly row: Row }>()
  readonly #tree: RelatedTree
  readonly #sent: SentTree
  readonly #root: { readonly resource: string; readonly key: string }
  readonly #options: { readonly depth: number; readonly limit: number }

  constructor(root = { resource: 'deployments', key: 'ns/web' }, { depth = 5, limit = 100 } = {}) {
    this.#root = root
    this.#options = { depth, limit }
    this.#tree = new RelatedTree({ root, depth })
    this.#sent = new SentTree(limit)
  }

  set(resource: RelatedResource, object: Owned): void {
    const row = ownedRow(object)
    this.#rows.set(`${resource.name} ${row.key}`, { resource, row })
    this.#tree.set(resource, row)
  }

  delete(resource: RelatedResource, key: string): void {
    this.#rows.delete(`${resource.name} ${key}`)
    this.#tree.delete(resource, key)
  }

  take() {
    const update = this.#sent.diff(this.#tree.settle())
    applyRelated(this.shown, { id: 1, ...update })
    return update
  }

  /** What the page shows, and what it has to show. */
  both() {
    this.take()
    const expected = relatedOracle([...this.#rows.values()], this.#root, this.#options)
    return [shownTree(this.shown), expected] as const
  }

  expectRight() {
    const [shown, expected] = this.both()
    expect(shown).toEqual(expected)
    return shown
  }
}

const web: Owned = { key: 'ns/web', uid: 'd' }
const rs = (name: string, owners: Owned['owners'] = ['d']): Owned => ({
  key: `ns/${name}`,
  uid: name,
  owners,
})
const pod = (name: string, owners: Owned['owners']): Owned => ({ key: `ns/${name}`, uid: name, owners })

function threeLevels(rig = new Rig()): Rig {
  rig.set(DEPLOYMENTS, web)
  rig.set(REPLICA_SETS, rs('rs1'))
  rig.set(REPLICA_SETS, rs('rs2'))
  rig.set(PODS, pod('p1', ['rs1']))
  rig.set(PODS, pod('p2', ['rs1']))
  rig.set(PODS, pod('p3', ['rs2']))
  return rig
}

describe('a tree', () => {
  test('has what the root owns, in the order of the resources and names, and Events, the newest first', () => {
    const rig = threeLevels()
    rig.set(EVENTS, { key: 'ns/e1', uid: 'e1', about: 'p1', time: '2026-01-01T00:00:00Z' })
    rig.set(EVENTS, { key: 'ns/e2', uid: 'e2', about: 'p1', time: '2026-01-02T00:00:00Z' })
    expect(rig.expectRight()).toMatchObject({
      id: 'd',
      total: 2,
      children: [
        { id: 'rs1', children: [{ id: 'p1', events: ['e2', 'e1'], eventTotal: 2 }, { id: 'p2' }] },
        { id: 'rs2', children: [{ id: 'p3' }] },
      ],
    })
    rig.set(EVENTS, { key: 'ns/e1', uid: 'e1', about: 'p1', time: '2026-01-03T00:00:00Z', version: '2' })
    expect(JSON.stringify(rig.expectRight())).toContain('["e1","e2"]')
  })

  test('does not contain orphans, owners that are not watched, and owners of other namespaces', () => {
    const rig = threeLevels()
    rig.set(PODS, pod('orphan', []))
    rig.set(PODS, pod('unwatched', ['somewhere']))
    rig.set(PODS, { key: 'other/p4', uid: 'p4', owners: ['rs1'] })
    rig.expectRight()
    expect([...rig.shown.nodes.keys()].sort()).toEqual(['d', 'p1', 'p2', 'p3', 'rs1', 'rs2'])
  })

  test('of a cluster-scoped root has objects of every namespace', () => {
    const rig = new Rig({ resource: 'deployments', key: 'node' })
    rig.set(DEPLOYMENTS, { key: 'node', uid: 'n' })
    rig.set(PODS, { key: 'a/p', uid: 'p1', owners: ['n'] })
    rig.set(PODS, { key: 'b/p', uid: 'p2', owners: ['n'] })
    expect(rig.expectRight()).toMatchObject({ children: [{ id: 'p1' }, { id: 'p2' }] })
  })

  test('ends cycles of owners, also one through the root', () => {
    const rig = new Rig()
    rig.set(DEPLOYMENTS, { ...web, owners: ['rs1'] })
    rig.set(REPLICA_SETS, rs('rs1', ['d', 'rs2']))
    rig.set(REPLICA_SETS, rs('rs2', ['rs1', 'rs2']))
    expect(rig.expectRight()).toMatchObject({
      children: [{ id: 'rs1', children: [{ id: 'rs2', children: [] }] }],
    })
  })

  test('decides by uid: what the former object of a name owned is not below the new one', () => {
    const rig = threeLevels()
    rig.take()
    rig.set(DEPLOYMENTS, { ...web, uid: 'd2' })
    expect(rig.expectRight()).toMatchObject({ id: 'd2', children: [] })
    rig.set(REPLICA_SETS, { ...rs('rs1'), uid: 'rs1b', owners: ['d2'] })
    expect(rig.expectRight()).toMatchObject({ id: 'd2', children: [{ id: 'rs1b', children: [] }] })
    rig.delete(DEPLOYMENTS, 'ns/web')
    expect(rig.expectRight()).toBeUndefined()
  })

  test('prefers the controller among the owners of one level, and the shorter distance', () => {
    const rig = threeLevels()
    rig.set(PODS, pod('both', ['rs1', { uid: 'rs2', controller: true }]))
    expect(JSON.stringify(rig.expectRight())).toMatch(/"rs2".*"both"/)
    rig.set(PODS, pod('both', ['rs1', { uid: 'rs2', controller: true }, 'd']))
    expect(rig.expectRight()).toMatchObject({ total: 3 })
    rig.delete(REPLICA_SETS, 'ns/rs2')
    rig.expectRight()
  })

  test('moves an object, and what it owns, to a shorter distance once there is one', () => {
    const rig = threeLevels()
    rig.set(PODS, pod('x', ['p1', 'rs3']))
    rig.set(PODS, pod('y', ['x']))
    expect(JSON.stringify(rig.expectRight())).toMatch(/"p1".*"x".*"y"/)
    rig.set(REPLICA_SETS, rs('rs3'))
    rig.set(PODS, { ...pod('x', ['p1', 'rs3']), version: '2' })
    rig.set(PODS, pod('z', ['x']))
    expect(JSON.stringify(rig.expectRight())).toMatch(/"rs3".*"x".*"y"/)
  })

  test('that was taken out and placed again shows what has changed meanwhile', () => {
    const rig = threeLevels()
    rig.take()
    rig.set(REPLICA_SETS, { ...rs('rs2', ['absent', 'd']), version: '2' })
    rig.set(PODS, { ...pod('p3', ['rs2']), version: '2' })
    expect(JSON.stringify(rig.expectRight())).toContain('ns/p3@2')
    rig.set(REPLICA_SETS, { ...rs('rs2'), version: '3' })
    rig.set(PODS, { ...pod('p3', ['rs1']), version: '3' })
    rig.expectRight()
  })

  test('has as many levels as its depth; Events are no level', () => {
    const rig = threeLevels(new Rig(undefined, { depth: 1 }))
    rig.set(EVENTS, { key: 'ns/e', uid: 'e', about: 'rs1' })
    rig.set(EVENTS, { key: 'ns/f', uid: 'f', about: 'p1' })
    expect(rig.expectRight()).toMatchObject({
      children: [{ id: 'rs1', total: 0, events: ['e'] }, { id: 'rs2' }],
    })
  })

  test('has the first children within the limit, and counts all of them', () => {
    const rig = threeLevels(new Rig(undefined, { limit: 1 }))
    expect(rig.expectRight()).toMatchObject({
      total: 2,
      children: [{ id: 'rs1', total: 2, children: [{ id: 'p1' }] }],
    })
    rig.delete(PODS, 'ns/p1')
    expect(rig.expectRight()).toMatchObject({ children: [{ total: 1, children: [{ id: 'p2' }] }] })
  })

  test('two objects with one uid: the last one has it', () => {
    const rig = new Rig()
    rig.set(DEPLOYMENTS, web)
    rig.set(PODS, pod('a', ['d']))
    rig.set(PODS, { ...pod('b', ['d']), uid: 'a' })
    rig.take()
    expect(shownTree(rig.shown)).toMatchObject({ total: 1 })
    rig.delete(PODS, 'ns/a')
    rig.delete(PODS, 'ns/b')
    rig.take()
    expect(shownTree(rig.shown)).toMatchObject({ total: 0 })
  })

  test('an unchanged row is not sent again', () => {
    const rig = threeLevels()
    rig.take()
    rig.set(PODS, { ...pod('p1', ['rs1']), note: 'same version' })
    expect(rig.take()).toEqual({})
    rig.set(PODS, { ...pod('p1', ['rs1']), version: '2' })
    expect(rig.take()).toEqual({
      nodes: [
        { id: 'd' },
        { id: 'rs1' },
        { id: 'p1', row: expect.objectContaining({ resourceVersion: '2' }) },
      ],
    })
  })
})

const UIDS = ['u1', 'u2', 'u3', 'u4']
const owner = fc.oneof(
  fc.constantFrom(...UIDS, 'd', 'unknown'),
  fc.record({ uid: fc.constantFrom(...UIDS, 'd'), controller: fc.boolean() }),
)
const namespace = fc.constantFrom(...Array<string>(8).fill('ns/'), 'other/')
const step = fc.record({
  type: fc.constantFrom('set' as const, 'set' as const, 'set' as const, 'delete' as const, 'take' as const),
  resource: fc.constantFrom(DEPLOYMENTS, REPLICA_SETS, REPLICA_SETS, REPLICA_SETS, PODS, EVENTS),
  namespace,
  name: fc.nat(3),
  isRecreated: fc.integer({ min: 1, max: 10 }).map(each => each === 1),
  owners: fc.uniqueArray(owner, { maxLength: 3, selector: each => JSON.stringify(each) }),
  about: fc.constantFrom(...UIDS, 'd'),
  time: fc.integer({ min: 1, max: 4 }),
  version: fc.integer({ min: 1, max: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The fourth ReplicaSet is cluster-scoped. No two objects have one uid. */
function objectOf({ resource, namespace, name, isRecreated, owners, about, time, version }: Step): Owned {
  const isRoot = resource === DEPLOYMENTS && namespace === 'ns/' && name === 0
  const scope = resource === REPLICA_SETS && name === 3 ? '' : namespace
  const key = isRoot ? 'ns/web' : `${scope}${resource.name}-${name}`
  const isOwner = resource === REPLICA_SETS && (scope === 'ns/' || name === 3)
  const uid = isRoot ? 'd' : isOwner ? `${UIDS[name]}` : key
  return {
    key,
    uid: isRecreated ? `${uid} again` : uid,
    version: `${version}`,
    owners: resource === EVENTS ? [] : owners,
    ...(resource === EVENTS && { about, time: new Date(Date.UTC(2026, 0, time)).toISOString() }),
  }
}

test('after any history, the page shows what a search of all rows finds', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 100, size: 'max' }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 4 }),
      (history, depth, limit) => {
        const rig = new Rig(undefined, { depth, limit })
        rig.set(DEPLOYMENTS, web)
        for (const each of history) {
          const object = objectOf(each)
          if (each.type === 'set') rig.set(each.resource, object)
          else if (each.type === 'delete') rig.delete(each.resource, object.key)
          else rig.expectRight()
        }
        rig.expectRight()
      },
    ),
    { numRuns: RUNS },
  )
}, 600_000)

/** Counts each reading of a row: every comparison, and every look at an owner, reads one. */
function countedRows(pods: number) {
  let reads = 0
  const counted = (object: Owned): Row =>
    new Proxy(ownedRow(object), {
      get(target, member) {
        reads++
        return Reflect.get(target, member)
      },
    })
  const tree = new RelatedTree({ root: { resource: 'deployments', key: 'ns/web' }, depth: 5 })
  const sent = new SentTree(1_000)
  const sets = pods / 100
  tree.set(DEPLOYMENTS, counted(web))
  for (let i = 0; i < sets; i++) tree.set(REPLICA_SETS, counted(rs(`rs${i}`)))
  for (let i = 0; i < pods; i++) tree.set(PODS, counted(pod(`p${i}`, [`rs${i % sets}`])))
  sent.diff(tree.settle())
  const cost = (change: () => void) => {
    reads = 0
    change()
    const { nodes = [], gone = [] } = sent.diff(tree.settle())
    return { reads, sent: nodes.length + gone.length }
  }
  return {
    update: cost(() => tree.set(PODS, counted({ ...pod('p7', ['rs7']), version: '2' }))),
    create: cost(() => tree.set(PODS, counted(pod('new', ['rs7'])))),
    remove: cost(() => tree.delete(PODS, 'ns/p8')),
    move: cost(() => tree.set(PODS, counted({ ...pod('p9', ['rs1']), version: '2' }))),
    ofSet: cost(() => tree.set(REPLICA_SETS, counted({ ...rs('rs3'), version: '2' }))),
    orphan: cost(() => tree.set(PODS, counted(pod('orphan', ['absent'])))),
  }
}

test('a change of one Pod reads as many rows among 20,000 Pods as among 2,000', () => {
  const small = countedRows(2_000)
  const large = countedRows(20_000)
  for (const [name, { reads, sent }] of Object.entries(large)) {
    const before = small[name as keyof typeof small]
    expect([name, sent]).toEqual([name, before.sent])
    expect(reads, name).toBeLessThanOrEqual(before.reads + 20)
    expect(reads, name).toBeLessThan(150)
  }
})
