import { expectTypeOf, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../../api/resource.ts'
import type { ClusterLister, Lister, NamespacedLister } from '../store/lister.ts'
import type { SharedIndexInformer } from './shared-index-informer.ts'
import type { SharedInformerFactory } from './shared-informer-factory.ts'

interface Widget extends KubernetesObject {
  readonly spec: { readonly color: string }
}

declare const factory: SharedInformerFactory
declare const isNamespaced: boolean

const GROUP = { group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget' } as const
const namespaced: NamespacedResource<Widget, 'spec.color'> = defineResource({ ...GROUP, namespaced: true })
const cluster: ClusterResource<Widget, 'spec.color'> = defineResource({ ...GROUP, namespaced: false })

test('C-GEN-2: the lister of a namespaced resource reads by namespace and name', () => {
  const { lister } = factory.forResource(namespaced)
  expectTypeOf(lister).toEqualTypeOf<NamespacedLister<Widget>>()
  expectTypeOf(lister.namespace('default').get('a')).toEqualTypeOf<Widget>()
  // @ts-expect-error: a name alone does not identify an object
  lister.get('a')
})

test('C-GEN-2: the lister of a cluster-scoped resource reads by name', () => {
  const { lister } = factory.forResource(cluster)
  expectTypeOf(lister).toEqualTypeOf<ClusterLister<Widget>>()
  expectTypeOf(lister.get('a')).toEqualTypeOf<Widget>()
  // @ts-expect-error: its objects have no namespace
  lister.namespace('default')
})

test('C-GEN-2: the lister of a resource of unknown scope reads both', () => {
  const { lister } = factory.forResource(defineResource<Widget>({ ...GROUP, namespaced: isNamespaced }))
  expectTypeOf(lister).toEqualTypeOf<Lister<Widget>>()
  expectTypeOf(lister).toExtend<NamespacedLister<Widget>>()
  expectTypeOf(lister).toExtend<ClusterLister<Widget>>()
})

test('C-GEN-3: handlers, the indexer and the lister have the type of the definition', () => {
  const { informer, lister } = factory.forResource(namespaced)
  expectTypeOf(informer).toEqualTypeOf<SharedIndexInformer<Widget>>()
  expectTypeOf(informer.indexer.list()).toEqualTypeOf<readonly Widget[]>()
  expectTypeOf(lister.list()).toEqualTypeOf<readonly Widget[]>()
  informer.addEventHandler({
    onAdd: widget => {
      expectTypeOf(widget).toEqualTypeOf<Widget>()
    },
    onUpdate: (before, after) => {
      expectTypeOf([before, after]).toEqualTypeOf<Widget[]>()
    },
  })
})
