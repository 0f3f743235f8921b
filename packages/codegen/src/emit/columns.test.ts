import { expect, test } from 'vitest'
import type { PrinterColumnModel } from '../model/resource-model.ts'
import { compile } from '../test/compile.ts'
import { widgetModel } from '../test/model.ts'
import { run } from '../test/run.ts'
import { moduleSource } from './module-source.ts'

const columns: readonly PrinterColumnModel[] = [
  { name: 'Color', type: 'string', description: `The widget's "color"`, jsonPath: '.spec.color' },
  { name: 'Size', type: 'integer', priority: 1, format: 'int32', jsonPath: '.spec.size' },
  { name: 'Since', type: 'date', jsonPath: '.status.since' },
]

test('C-GEN-19: the columns have Name first, then those given, and Age if none is given', async () => {
  const shown = `import { widgetColumns as given } from './given/widgets.ts'
import { widgetColumns as none } from './none/widgets.ts'
const widget = {
  metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { color: 'red' },
  status: { since: '2026-01-01T00:00:00Z' },
}
const now = Date.parse('2026-01-03T00:00:00Z')
const show = columns => columns.map(({ name, type, format, description, priority, cell }) =>
  ({ name, type, format, description, priority, cell: cell(widget, now) }))
process.stdout.write(JSON.stringify([show(given), show(none)]))
`
  const files = {
    'given/widgets.ts': moduleSource(widgetModel({ columns })),
    'none/widgets.ts': moduleSource(widgetModel({ columns: [] })),
    'main.js': shown,
  }
  const path = (text: string) => `Custom resource definition column (in JSONPath format): ${text}`
  const name = { name: 'Name', type: 'string', format: 'name', description: '', priority: 0, cell: 'a' }
  expect(await run(files, 'main.js')).toEqual([
    [
      name,
      {
        name: 'Color',
        type: 'string',
        format: '',
        description: `The widget's "color"`,
        priority: 0,
        cell: 'red',
      },
      {
        name: 'Size',
        type: 'integer',
        format: 'int32',
        description: path('.spec.size'),
        priority: 1,
        cell: null,
      },
      {
        name: 'Since',
        type: 'date',
        format: '',
        description: path('.status.since'),
        priority: 0,
        cell: '2d',
      },
    ],
    [name, { name: 'Age', type: 'date', format: '', description: '', priority: 0, cell: '2d' }],
  ])
})

test('a source that does not tell the columns gives a module without them', () => {
  const source = moduleSource(widgetModel({ columns: undefined }))
  expect(source).not.toContain('olumns')
  expect(source).not.toContain('@kube-informer/core/columns')
})

test('C-GEN-20, C-GEN-2, C-GEN-3: field selectors, listers and informers have the types of the definition', async () => {
  const selectableFields = ['spec.color', 'spec.size']
  const use = `import { createListWatch, type InformerClient, type SharedInformerFactory } from '@kube-informer/core'
import { type Gadget, type GadgetField, type GadgetLister, gadgets } from './gadgets.ts'
import { type Widget, type WidgetField, type WidgetInformer, type WidgetLister, widgets } from './widgets.ts'
declare const client: InformerClient
declare const factory: SharedInformerFactory
declare const lister: WidgetLister
declare const gadgetLister: GadgetLister
export const widget: Widget | undefined = lister.namespace('a').get('b')
export const gadget: Gadget | undefined = gadgetLister.get('b')
export const informer: WidgetInformer = factory.forResource(widgets).informer
export const found: WidgetLister = factory.forResource(widgets).lister
export const field: WidgetField = 'spec.color'
export const name: GadgetField = 'metadata.name'
export const list: unknown = createListWatch(client, widgets, { fieldSelector: { 'spec.color': 'red' } })
export const wrongField: WidgetField = 'spec.other'
export const wrongScope: GadgetField = 'metadata.namespace'
export const wrongSelector: unknown = createListWatch(client, widgets, { fieldSelector: { 'spec.other': 'red' } })
export const wrongLister: unknown = gadgetLister.namespace('a')
export const wrongType: Gadget | undefined = lister.namespace('a').get('b')?.metadata?.name
export const wrongInformer: WidgetInformer = factory.forResource(gadgets).informer
`
  const gadgets = { kind: 'Gadget', plural: 'gadgets', listKind: 'GadgetList', namespaced: false }
  const schema = { type: 'object', required: ['spec'], properties: { spec: { type: 'string' } } }
  const lines = await compile({
    'widgets.ts': moduleSource(widgetModel({ selectableFields })),
    'gadgets.ts': moduleSource(widgetModel({ ...gadgets, schema })),
    'use.ts': use,
  })
  const wrong = use
    .split('\n')
    .flatMap((line, index) => (line.startsWith('export const wrong') ? index + 1 : []))
  const found = lines.flatMap(line => /^use\.ts\((\d+),/.exec(line)?.[1] ?? []).map(Number)
  expect([...new Set(found)], lines.join('\n')).toEqual(wrong)
  expect(lines.filter(line => /^\S/.test(line) && !line.startsWith('use.ts'))).toEqual([])
})
