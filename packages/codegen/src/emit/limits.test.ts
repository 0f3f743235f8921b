import { expect, test } from 'vitest'
import type { JsonSchema } from '../model/json-schema.ts'
import { compile } from '../test/compile.ts'
import { widgetModel, widgetWith } from '../test/model.ts'
import { moduleSource } from './module-source.ts'

const string: JsonSchema = { type: 'string' }
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
})
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

test('component schemas may refer to themselves, to types of core and to types that are written out', async () => {
  const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'
  const props = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps'
  const tree = object({
    children: { type: 'array', items: reference('com.example.v1.Tree') },
    byName: {
      type: 'object',
      additionalProperties: { allOf: [reference('com.example.v1.Tree')], default: {} },
    },
    labels: reference('com.example.v1.Labels'),
    any: reference('com.example.v1.Any'),
    loop: reference('com.example.v1.Loop'),
    unknown: reference('com.example.v1.Unknown'),
    selector: reference(`${meta}.LabelSelector`),
    time: reference(`${meta}.Time`),
    quantity: reference('io.k8s.apimachinery.pkg.api.resource.Quantity'),
    port: reference('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
    raw: reference('io.k8s.apimachinery.pkg.runtime.RawExtension'),
    props: reference(`${props}OrBool`),
    inner: object({ x: string }),
  })
  const definitions = new Map([
    ['com.example.v1.Tree', tree],
    ['com.example.v1.Labels', { type: 'object', additionalProperties: string }],
    ['com.example.v1.Any', { type: 'object' }],
    ['com.example.v1.Loop', { type: 'array', items: reference('com.example.v1.Loop') }],
    [props, object({ items: reference(`${props}OrArray`), enum: { type: 'array', items: string } })],
  ])
  const source = moduleSource(
    widgetModel({ definitions, schema: object({ spec: reference('com.example.v1.Tree') }) }),
  )
  expect(source.slice(source.indexOf('/** Tree. */'))).toBe(`\
/** Tree. */
export interface Tree {
  readonly any?: { readonly [key: string]: unknown }
  readonly byName?: { readonly [key: string]: Tree }
  readonly children?: readonly Tree[]
  readonly inner?: TreeInner
  readonly labels?: { readonly [key: string]: string }
  readonly loop?: readonly unknown[]
  readonly port?: number | string
  readonly props?: JSONSchemaProps | boolean
  readonly quantity?: string
  readonly raw?: { readonly [key: string]: unknown }
  readonly selector?: LabelSelector
  readonly time?: string
  readonly unknown?: unknown
}

/** \`inner\` of Tree. */
export interface TreeInner {
  readonly x?: string
}

/** JSONSchemaProps. */
export interface JSONSchemaProps {
  readonly enum?: readonly string[]
  readonly items?: JSONSchemaProps | readonly JSONSchemaProps[]
}
`)
  expect(await compile({ 'widgets.ts': source })).toEqual([])
})

test('C-GEN-23: the document of a server gives the module of the CustomResourceDefinition', () => {
  const embedded = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }
  const identity = { apiVersion: { ...string, description: 'API' }, kind: { ...string, description: 'Kind' } }
  const metadata = {
    allOf: [reference('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')],
    description: 'Standard',
  }
  const port = { 'x-kubernetes-int-or-string': true }
  const unfolded = { ...port, anyOf: [{ type: 'integer' }, string] }
  const document: JsonSchema = {
    ...object({
      ...identity,
      metadata,
      spec: object({
        port: unfolded,
        pod: { ...embedded, required: ['apiVersion', 'kind'], properties: { ...identity, metadata } },
      }),
    }),
    'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Widget' }],
  }
  const definitions = new Map([['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', object({ name: string })]])
  expect(moduleSource(widgetModel({ schema: document, definitions }))).toBe(
    moduleSource(widgetModel({ schema: object({ spec: object({ port, pod: embedded }) }) })),
  )
})

test('a required member without a property is declared where unknown fields are kept', () => {
  const schema: JsonSchema = {
    ...object({ b: string }),
    required: ['ghost', 'apiVersion', 'metadata'],
    'x-kubernetes-preserve-unknown-fields': true,
  }
  const source = moduleSource(widgetModel({ schema: { ...schema, properties: { spec: schema } } }))
  expect(source.slice(source.indexOf('/** example.com/v1 Widget. */'))).toBe(`\
/** example.com/v1 Widget. */
export interface Widget extends KubernetesObject {
  readonly apiVersion?: 'example.com/v1'
  readonly kind?: 'Widget'
  readonly metadata?: ObjectMeta
  readonly ghost: unknown
  readonly spec?: WidgetSpec
  readonly [key: string]: unknown
}

/** \`spec\` of Widget. */
export interface WidgetSpec {
  readonly apiVersion: unknown
  readonly b?: string
  readonly ghost: unknown
  readonly metadata: unknown
  readonly [key: string]: unknown
}
`)
})

test('a kind that refers to itself is declared once', () => {
  const schema: JsonSchema = { ...object({ parent: reference('com.example.v1.Widget') }) }
  const source = moduleSource(
    widgetModel({ schema, definitions: new Map([['com.example.v1.Widget', schema]]) }),
  )
  expect(source).toContain('  readonly parent?: Widget\n')
  expect(source).not.toContain('Widget2')
})

test('schemas may be 30 levels deep', async () => {
  let deep: JsonSchema = object({ x: string })
  for (let depth = 0; depth < 30; depth++) {
    deep = object({ next: depth % 3 === 0 ? { type: 'array', items: { type: 'array', items: deep } } : deep })
  }
  const source = moduleSource(widgetWith(deep))
  expect(source).toContain(`export interface WidgetSpec${'Next'.repeat(30)} {\n  readonly x?: string\n}\n`)
  expect(await compile({ 'widgets.ts': source })).toEqual([])
})

test('the text grows linearly with 10,000 properties, also if all their names become one', () => {
  const wide = (count: number, name: (index: number) => string) =>
    moduleSource(
      widgetWith(
        object(Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), object({ x: string })]))),
      ),
    )
  const separators = ['-', '.', '/', ' ']
  const clashing = (index: number) =>
    `a${[...index.toString(4).padStart(7, '0')].map(digit => separators[Number(digit)]).join('')}b`
  for (const name of [(index: number) => `property${index + 10_000}`, clashing]) {
    const [half = '', all = ''] = [5000, 10_000].map(count => wide(count, name))
    expect(all.match(/^export interface WidgetSpec\w/gm)).toHaveLength(10_000)
    expect(all.length / half.length).toBeLessThan(2.1)
  }
})
