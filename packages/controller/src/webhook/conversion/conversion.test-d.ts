import { defineResource, type KubernetesObject, type NamespacedResource } from '@kube-informer/core'
import { expectTypeOf, test } from 'vitest'
import type { Draft } from '../../api/draft.ts'
import { type Conversion, conversionOf, spoke } from './conversion.ts'

interface WidgetV1 extends KubernetesObject {
  readonly apiVersion?: 'example.com/v1'
  readonly kind?: 'Widget'
  readonly spec: { readonly size: number }
}

interface WidgetV2 extends KubernetesObject {
  readonly apiVersion?: 'example.com/v2'
  readonly kind?: 'Widget'
  readonly spec: { readonly sizes: readonly number[] }
}

const widget = { group: 'example.com', plural: 'widgets', kind: 'Widget', namespaced: true } as const
const widgetsV1: NamespacedResource<WidgetV1, 'metadata.name'> = defineResource({ ...widget, version: 'v1' })
const widgetsV2: NamespacedResource<WidgetV2, 'metadata.name'> = defineResource({ ...widget, version: 'v2' })

test('the types of converters follow from the hub and the spoke', () => {
  const versions = conversionOf(widgetsV2, [
    spoke(widgetsV1, {
      toHub(object, { signal }) {
        expectTypeOf(object).toEqualTypeOf<Draft<WidgetV1>>()
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
        return { ...object, spec: { sizes: [object.spec.size] } }
      },
      async fromHub(object) {
        expectTypeOf(object).toEqualTypeOf<Draft<WidgetV2>>()
        return { spec: { size: object.spec.sizes[0] ?? 0 } }
      },
    }),
  ])
  expectTypeOf(versions).toEqualTypeOf<Conversion>()
})

test('a result of the wrong type is an error', () => {
  conversionOf(widgetsV2, [
    spoke(widgetsV1, {
      // @ts-expect-error the size is missing
      toHub: ({ metadata }) => ({ metadata, spec: {} }),
      fromHub: ({ metadata }) => ({ metadata, spec: { size: 1 } }),
    }),
    spoke(widgetsV1, {
      toHub: () => ({ spec: { sizes: [] } }),
      // @ts-expect-error the size is a number
      fromHub: () => ({ spec: { size: '1' } }),
    }),
  ])
})

test('a spoke in a variable names the types of the hub and of the spoke', () => {
  const v1 = spoke<WidgetV2, WidgetV1>(widgetsV1, {
    toHub: ({ spec }) => ({ spec: { sizes: [spec.size] } }),
    fromHub: ({ spec }) => ({ spec: { size: spec.sizes[0] ?? 0 } }),
  })
  expectTypeOf(conversionOf(widgetsV2, [v1])).toEqualTypeOf<Conversion>()
})

test('untyped resources need no types', () => {
  const hub = defineResource({ ...widget, version: 'v2' })
  conversionOf(hub, [
    spoke(defineResource({ ...widget, version: 'v1' }), {
      toHub: object => object,
      fromHub: object => object,
    }),
  ])
})
