import { expect, test } from 'vitest'
import { compile } from '../test/compile.ts'
import { widgetModel } from '../test/model.ts'
import { moduleSource } from './module-source.ts'

const widgets = moduleSource(
  widgetModel({
    shortNames: ['wd'],
    subresources: ['status', 'scale'],
    schema: {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: { type: 'object', required: ['color'], properties: { color: { type: 'string' } } },
      },
    },
  }),
)

test('C-GEN-1: a module has the definition with all names, and the types of an object and of a list', async () => {
  expect(widgets).toContain(`\
export const widgets: NamespacedResource<Widget, WidgetField, 'scale' | 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: true,
    singular: 'widget',
    listKind: 'WidgetList',
    shortNames: ['wd'],
    subresources: ['status', 'scale'],
  })
`)
  expect(widgets).toContain(`\
export interface WidgetList extends List<Widget> {
  readonly apiVersion?: 'example.com/v1'
  readonly kind?: 'WidgetList'
}
`)
  expect(
    await compile({
      'widgets.ts': widgets,
      'use.ts': `import type { Widget, WidgetList } from './widgets.ts'
export const widget: Widget = { metadata: { name: 'a' }, spec: { color: 'red' } }
export const list: WidgetList = { metadata: {}, items: [widget] }
export const other: Widget = { kind: 'Gadget', spec: { color: 'red' } }`,
    }),
  ).toEqual([expect.stringMatching(/^use\.ts\(4,32\): error TS2322: Type '"Gadget"'/)])
})

test('a definition names its subresources, or that it has none', async () => {
  const plain = moduleSource(widgetModel({ subresources: [] }))
  expect(plain).toContain('NamespacedResource<Widget, WidgetField, never> = ')
  const takesScale = (module: string) => `import type { ResourceDefinition } from '@kube-informer/core'
import { widgets } from './${module}'
type Names<T> = T extends ResourceDefinition<infer _T, infer _Field, infer TName> ? TName : never
export const names: Names<typeof widgets>[] = ['scale']`
  expect(
    await compile({
      'widgets.ts': widgets,
      'plain.ts': plain,
      'use.ts': takesScale('widgets.ts'),
      'refused.ts': takesScale('plain.ts'),
    }),
  ).toEqual([expect.stringContaining('refused.ts(4,48): error TS2322')])
})
