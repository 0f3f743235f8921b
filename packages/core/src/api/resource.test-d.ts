import { expectTypeOf, test } from 'vitest'
import type { KubernetesObject } from './object.ts'
import {
  type ClusterResource,
  defineResource,
  type NamespacedResource,
  type ResourceDefinition,
  resourcePath,
} from './resource.ts'

interface Widget extends KubernetesObject {
  readonly spec: { readonly color: string }
}

type WidgetField = 'metadata.name' | 'metadata.namespace' | 'spec.color'

const GROUP = { group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget' } as const

declare const discovered: ResourceDefinition

test('a definition keeps its scope', () => {
  expectTypeOf(defineResource<Widget>({ ...GROUP, namespaced: true })).toEqualTypeOf<
    NamespacedResource<Widget>
  >()
  expectTypeOf(defineResource<Widget>({ ...GROUP, namespaced: false })).toEqualTypeOf<
    ClusterResource<Widget>
  >()
  const isNamespaced = Math.random() < 0.5
  expectTypeOf(defineResource<Widget>({ ...GROUP, namespaced: isNamespaced })).toEqualTypeOf<
    ResourceDefinition<Widget>
  >()
  expectTypeOf(defineResource({ ...discovered, version: 'v2' })).toEqualTypeOf<ResourceDefinition>()
})

test('a definition of named subresources is a definition of any', () => {
  expectTypeOf<NamespacedResource<Widget, string, 'scale'>>().toExtend<ResourceDefinition>()
  expectTypeOf<ClusterResource<Widget, string, never>>().toExtend<ResourceDefinition<Widget>>()
})

test('an annotation gives the types of the object and of the fields', () => {
  const widgets: NamespacedResource<Widget, WidgetField> = defineResource({
    ...GROUP,
    namespaced: true,
    singular: 'widget',
    listKind: 'WidgetList',
    shortNames: ['wd'],
    categories: ['all'],
    subresources: ['status', 'scale'],
  })
  expectTypeOf(widgets.namespaced).toEqualTypeOf<true>()
  // @ts-expect-error: the annotation and the scope differ
  const cluster: ClusterResource<Widget, WidgetField> = defineResource({ ...GROUP, namespaced: true })
  expectTypeOf(cluster.namespaced).toEqualTypeOf<false>()
})

test('a definition of any objects and fields is a general definition', () => {
  expectTypeOf<NamespacedResource<Widget, WidgetField>>().toExtend<NamespacedResource<Widget>>()
  expectTypeOf<NamespacedResource<Widget, WidgetField>>().toExtend<ResourceDefinition<Widget>>()
  expectTypeOf<ClusterResource<Widget, WidgetField>>().toExtend<ResourceDefinition>()
  expectTypeOf<NamespacedResource<Widget>>().not.toExtend<ClusterResource<Widget>>()
  expectTypeOf<ResourceDefinition<Widget>>().not.toExtend<NamespacedResource<Widget>>()
  expectTypeOf(resourcePath).toBeCallableWith({} as NamespacedResource<Widget, WidgetField>)
})
