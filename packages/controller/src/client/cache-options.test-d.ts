import {
  createKubeClient,
  defineResource,
  type KubernetesObject,
  type NamespacedResource,
} from '@kube-informer/core'
import { expectTypeOf, test } from 'vitest'
import type { CacheOptions, ResourceCacheOptions } from './cache-options.ts'

interface Widget extends KubernetesObject {
  readonly spec: { readonly color: string }
}

type WidgetField = 'metadata.name' | 'metadata.namespace' | 'spec.color'

const widgets: NamespacedResource<Widget, WidgetField> = defineResource({
  ...{ group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget' },
  namespaced: true,
})

test('C-GEN-20: what a cache reads of a resource is selected by its selectable fields', () => {
  const red: ResourceCacheOptions<Widget, WidgetField> = {
    resource: widgets,
    fieldSelector: { 'spec.color': 'red' },
    namespaces: { default: { fieldSelector: { 'spec.color': { not: 'blue' } } } },
  }
  const options: CacheOptions = {
    client: createKubeClient({ baseUrl: 'http://fake' }),
    resources: [red, { resource: widgets, fieldSelector: 'spec.size=3' }],
  }
  expectTypeOf(options.resources).toEqualTypeOf<readonly ResourceCacheOptions[] | undefined>()
  const large: ResourceCacheOptions<Widget, WidgetField> = {
    resource: widgets,
    // @ts-expect-error: no selectable field
    fieldSelector: { 'spec.size': '3' },
    // @ts-expect-error: no selectable field
    namespaces: { default: { fieldSelector: { 'spec.size': '3' } } },
  }
  expectTypeOf(large).toExtend<ResourceCacheOptions>()
})
