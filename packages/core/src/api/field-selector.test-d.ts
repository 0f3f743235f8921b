import { expectTypeOf, test } from 'vitest'
import type { InformerClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import type { PartialObjectMetadata } from '../client/partial-object-metadata.ts'
import { pods } from '../resources/index.ts'
import { type FieldSelector, fieldSelectorText } from './field-selector.ts'
import type { ListerWatcher } from './lister-watcher.ts'
import type { KubernetesObject } from './object.ts'
import { defineResource, type NamespacedResource } from './resource.ts'
import type { Row } from './row.ts'

interface Widget extends KubernetesObject {
  readonly spec: { readonly color: string }
}

type WidgetField = 'metadata.name' | 'metadata.namespace' | 'spec.color'

declare const client: InformerClient

const widgets: NamespacedResource<Widget, WidgetField> = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

test('C-GEN-20: a field selector names the fields of its definition only', () => {
  const red = createListWatch(client, widgets, { fieldSelector: { 'spec.color': 'red' } })
  expectTypeOf(red).toEqualTypeOf<ListerWatcher<Widget>>()
  createListWatch(client, widgets, { fieldSelector: { 'spec.color': { not: ['red', 'blue'] } } })
  // @ts-expect-error: no selectable field
  createListWatch(client, widgets, { fieldSelector: { 'spec.size': '1' } })
  // @ts-expect-error: one of them is none
  createListWatch(client, widgets, { fieldSelector: { 'spec.color': 'red', 'spec.size': '1' } })
  // @ts-expect-error: the value of a field is text
  createListWatch(client, widgets, { fieldSelector: { 'spec.color': 1 } })
})

test('C-GEN-20: the fields are those of the definition in every form', () => {
  const fieldSelector = { 'metadata.name': 'a' }
  const wrong = { 'spec.size': '1' } as const
  expectTypeOf(createListWatch(client, widgets, { fieldSelector, form: 'row' })).toEqualTypeOf<
    ListerWatcher<Row<Widget>>
  >()
  expectTypeOf(createListWatch(client, widgets, { fieldSelector, metadataOnly: true })).toEqualTypeOf<
    ListerWatcher<PartialObjectMetadata>
  >()
  // @ts-expect-error: no selectable field
  createListWatch(client, widgets, { fieldSelector: { ...wrong }, form: 'row' })
  // @ts-expect-error: no selectable field
  createListWatch(client, widgets, { fieldSelector: { 'spec.size': '1' }, metadataOnly: true })
})

test('C-GEN-20: text, and the fields of other definitions, are open', () => {
  createListWatch(client, widgets, { fieldSelector: 'spec.size=1' })
  createListWatch(client, pods, {
    fieldSelector: { 'spec.nodeName': 'n1', 'status.phase': { not: 'Failed' } },
  })
  expectTypeOf<FieldSelector<WidgetField>>().toExtend<FieldSelector>()
  expectTypeOf(fieldSelectorText).toBeCallableWith({} as FieldSelector<WidgetField>)
})
