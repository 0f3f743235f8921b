import { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject, ObjectMeta, OwnerReference } from '@kube-informer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configMaps } from '../../object/resources.ts'
import type { Collection } from '../../storage/collection.ts'
import { Storage } from '../../storage/storage.ts'
import { controllerOf, controllerUidOf, OwnerIndex } from './owner-index.ts'

const UIDS = ['u1', 'u2', 'u3']
const KEYS = ['a/x', 'a/y', 'b/x', 'cluster']

const owner = (uid: string, controller?: boolean): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: uid,
  uid,
  ...(controller !== undefined && { controller }),
})

const build = (ownerReferences?: readonly OwnerReference[]) => (): KubernetesObject => ({
  metadata: ownerReferences ? { ownerReferences } : {},
})

const collectionOf = () => new Storage(1_000, 1).collection(configMaps)
const controls = ({ controller }: OwnerReference) => controller === true

/** The same answers, from all objects. */
const scan = (collection: Collection, matches: (owners: readonly OwnerReference[], key: string) => boolean) =>
  collection.keys.filter(key => matches(collection.get(key)?.object.metadata?.ownerReferences ?? [], key))
const namespaceOf = (key: string) => (key.includes('/') ? key.split('/')[0] : '')

const answers = (index: OwnerIndex) => [
  ...UIDS.map(uid => [...index.keysOf(uid)].sort()),
  ...['a', 'b', ''].map(namespace => [...index.orphanKeys(namespace)].sort()),
]
const oracle = (collection: Collection) => [
  ...UIDS.map(uid => scan(collection, owners => owners.some(other => other.uid === uid))),
  ...['a', 'b', ''].map(namespace =>
    scan(collection, (owners, key) => namespaceOf(key) === namespace && !owners.some(controls)),
  ),
]

const owners = fc.option(
  fc
    .subarray(UIDS)
    .chain(uids =>
      fc.tuple(
        ...uids.map(uid => fc.constantFrom(undefined, true, false).map(controller => owner(uid, controller))),
      ),
    ),
  { nil: undefined },
)
const writes = fc.array(fc.record({ key: fc.constantFrom(...KEYS), isRemoval: fc.boolean(), owners }), {
  maxLength: 12,
})

test('the index agrees with a scan of the collection after each write, wherever it starts', () => {
  fc.assert(
    fc.property(writes, writes, (before, after) => {
      const collection = collectionOf()
      const apply = ({ key, isRemoval, owners }: (typeof before)[number]) =>
        isRemoval ? collection.remove(key) : collection.put(key, build(owners))
      before.forEach(apply)
      const index = new OwnerIndex(collection)
      expect(answers(index)).toEqual(oracle(collection))
      for (const write of after) {
        apply(write)
        expect(answers(index)).toEqual(oracle(collection))
      }
    }),
    { numRuns: 60 },
  )
})

test('a lazy object whose description has its owners is not built', () => {
  const collection = collectionOf()
  const built: string[] = []
  const lazy = (key: string, metadata: ObjectMeta) => {
    const buildIt = () => {
      built.push(key)
      return build([owner('u2', true)])()
    }
    return { key, build: buildIt, lazy: new LazyObject({ metadata }, buildIt) }
  }
  collection.load([lazy('a/x', { ownerReferences: [owner('u1', true)] }), lazy('a/y', {})])
  const index = new OwnerIndex(collection)
  expect([[...index.keysOf('u1')], [...index.keysOf('u2')]]).toEqual([['a/x'], ['a/y']])
  expect([controllerUidOf(collection.get('a/x')), built]).toEqual(['u1', ['a/y']])
})

test('the controller is the owner that says so', () => {
  const references = [owner('u1'), owner('u2', false), owner('u3', true)]
  expect(controllerOf({ metadata: { ownerReferences: references } })).toBe(references[2])
  expect(controllerOf({ metadata: { ownerReferences: references.slice(0, 2) } })).toBeUndefined()
  expect([controllerOf({}), controllerUidOf(undefined)]).toEqual([undefined, undefined])
})
