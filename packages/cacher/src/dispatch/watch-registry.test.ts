import type { KubernetesObject } from '@kube-informer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CacheEvent } from '../history/cache-event.ts'
import { CachedObject } from '../items/cached-object.ts'
import type { View } from '../requests/requests.ts'
import { Selection } from '../requests/selection.ts'
import { podAt, podFields } from '../test/cacher-rig.ts'
import { WatchQueue } from '../watch/watch-queue.ts'
import { WatchRegistry } from './watch-registry.ts'

const INDEX = 'spec.nodeName'
const VIEWS: readonly View[] = [
  {},
  { namespace: 'a' },
  { namespace: 'b' },
  { fieldSelector: 'metadata.name=x' },
  { namespace: 'a', fieldSelector: 'metadata.name=x' },
  { namespace: 'a', labelSelector: 'app=1' },
  { fieldSelector: 'spec.nodeName=one' },
  { namespace: 'b', fieldSelector: 'spec.nodeName=one' },
  { fieldSelector: 'spec.nodeName=two,metadata.name=x' },
]

const host = { wake: () => {}, hasRoom: () => {}, leave: () => {} }
const openQueue = () => new WatchQueue({ host, startRevision: '0', size: 1, deadline: 0 })

const item = (key: string, node: string) => {
  const pod = podAt(key, 1, { node })
  return new CachedObject(pod, podFields(pod))
}
const eventOf = (key: string, before: string | undefined, after: string | undefined) =>
  new CacheEvent({
    revision: '1',
    time: 0,
    previous: before === undefined ? undefined : item(key, before),
    current: after === undefined ? undefined : item(key, after),
  })

/** The naive answer: whether the index lets an event reach a selection. */
function canMatch(selection: Selection, { previous, current }: CacheEvent, isIndexed: boolean): boolean {
  const object = current ?? previous
  if (isIndexed && selection.indexValue !== undefined)
    return [previous, current].some(version => version?.field(INDEX) === selection.indexValue)
  const isInNamespace = selection.namespace === '' || selection.namespace === object?.namespace
  return isInNamespace && (selection.name === undefined || selection.name === object?.name)
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.nat(VIEWS.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat(20) }) },
)
const node = fc.constantFrom(undefined, '', 'one', 'two', 'three')
const event = fc.record({
  key: fc.constantFrom('a/x', 'a/y', 'b/x', 'c/y', '/x', '/y'),
  before: node,
  after: node,
})

test.each([
  ['an index', INDEX],
  ['no index', undefined],
])('with %s, an event reaches each group that it can match exactly once, and no other', (_, indexField) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.array(event, { maxLength: 8 }), (steps, events) => {
      const selections = VIEWS.map(view => new Selection(view, indexField))
      const registry = new WatchRegistry(indexField)
      const open: { readonly watch: WatchQueue<KubernetesObject>; readonly selection: Selection }[] = []
      for (const one of steps) {
        if ('add' in one) {
          const added = { watch: openQueue(), selection: selections[one.add] as Selection }
          registry.add(added.watch, added.selection)
          open.push(added)
        } else for (const { watch } of open.splice(one.remove, 1)) registry.remove(watch)
        expect(registry.size).toBe(open.length)
        expect(new Set(registry.all())).toEqual(new Set(open.map(({ watch }) => watch)))
      }
      const present = [...new Set(open.map(({ selection }) => selection))]
      for (const { key, before, after } of events) {
        const change = eventOf(key, before, after)
        const visited: Selection[] = []
        registry.forEachCandidate(change, ({ selection, watches }) => {
          visited.push(selection)
          expect(watches).toHaveLength(open.filter(each => each.selection === selection).length)
          for (const [index, watch] of watches.entries()) expect(watch.index).toBe(index)
        })
        const isWritten = before !== undefined || after !== undefined
        const expected = present.filter(each => isWritten && canMatch(each, change, indexField !== undefined))
        expect(visited).toHaveLength(expected.length)
        expect(new Set(visited)).toEqual(new Set(expected))
      }
      for (const { watch } of open) registry.remove(watch)
      expect([registry.size, registry.scopes, registry.all()]).toEqual([0, 0, []])
    }),
    { numRuns: 100 },
  )
})

test('counts the scopes and the index values that have watches, not the selections', () => {
  const registry = new WatchRegistry(INDEX)
  const watches = VIEWS.map(view => {
    const watch = openQueue()
    registry.add(watch, new Selection(view, INDEX))
    return watch
  })
  // "", a, b, /x and a/x; the nodes one and two.
  expect([registry.size, registry.scopes]).toEqual([9, 7])
  for (const watch of watches) registry.remove(watch)
  expect(registry.scopes).toBe(0)
})

test('removing a watch twice, or one that was never added, changes nothing', () => {
  const registry = new WatchRegistry()
  const selection = new Selection({})
  const [first, second] = [openQueue(), openQueue()]
  registry.add(first, selection)
  registry.add(second, selection)
  registry.remove(first)
  registry.remove(first)
  registry.remove(openQueue())
  expect([registry.size, registry.all(), first.group, second.index]).toEqual([1, [second], undefined, 0])
})
