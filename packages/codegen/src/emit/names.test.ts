import { expect, test } from 'vitest'
import type { JsonSchema } from '../model/json-schema.ts'
import type { ResourceModel } from '../model/resource-model.ts'
import { compile } from '../test/compile.ts'
import { widgetModel, widgetWith } from '../test/model.ts'
import { moduleSource } from './module-source.ts'

const object = (...names: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map(name => [name, { type: 'object', properties: { x: { type: 'string' } } }]),
  ),
})
/** A spec with all that makes a module import and refer to names. */
const everything: JsonSchema = {
  type: 'object',
  properties: {
    list: { type: 'array', items: { type: 'string', enum: ['a'] } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    embedded: { type: 'object', 'x-kubernetes-embedded-resource': true },
    constructor: { type: 'string' },
    ...object('meta', 'lister', 'field', 'list2').properties,
  },
}
const modelOf = (kind: string, parts: Partial<ResourceModel> = {}): ResourceModel => {
  const plural = `${kind.toLowerCase()}s`
  const schema: JsonSchema = {
    type: 'object',
    properties: { spec: everything, ...object('meta', 'list').properties },
  }
  return widgetModel({
    kind,
    plural,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    schema,
    ...parts,
  })
}
const exportsOf = (model: ResourceModel): readonly string[] =>
  [...moduleSource(model).matchAll(/^export (?:const|type|interface) ([\w$]+)/gm)].map(
    ([, name = '']) => name,
  )

const GLOBALS = [
  'Record',
  'Event',
  'Object',
  'Array',
  'ReadonlyArray',
  'Readonly',
  'String',
  'Function',
  'Exclude',
  'Promise',
]
const IMPORTS = [
  'ObjectMeta',
  'KubernetesObject',
  'List',
  'NamespacedResource',
  'TableColumn',
  'SharedIndexInformer',
  'Kubernetes',
]
const WORDS = ['class', 'string', 'any', 'New', 'Default', 'Foo-Bar', 'K', 'Core', 'defineResource']

test('C-GEN-18: kinds named like globals, imports and words of the language compile, under their own names', async () => {
  const models = [...GLOBALS, ...IMPORTS, ...WORDS].map(kind => modelOf(kind))
  const again = [...GLOBALS, ...IMPORTS].map(kind =>
    modelOf(kind, { group: 'other.example.com', namespaced: false }),
  )
  const files = [...models, ...again].map(model => [`${model.group}/${model.plural}.ts`, moduleSource(model)])
  expect(await compile(Object.fromEntries(files))).toEqual([])
  for (const kind of [...GLOBALS, ...IMPORTS]) expect(exportsOf(modelOf(kind))).toContain(kind)
}, 60_000)

test('C-GEN-18: an import gives way to a kind, and to the types whose names begin with it', () => {
  const kubernetesObject = moduleSource(modelOf('KubernetesObject'))
  expect(kubernetesObject).toContain('  type KubernetesObject as CoreKubernetesObject,\n')
  expect(kubernetesObject).toContain('export interface KubernetesObject extends CoreKubernetesObject {')
  const objects = moduleSource(modelOf('Object'))
  expect(objects).toContain('  type ObjectMeta as CoreObjectMeta,\n')
  expect(objects).toContain('  readonly metadata?: CoreObjectMeta\n')
  expect(objects).toContain('  readonly meta?: ObjectMeta\n')
  expect(moduleSource(modelOf('Widget'))).not.toContain(' as ')
})

test('C-GEN-5: types are named by their path, nearest first, and get a number if the name is taken', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      specTemplate: object(),
      spec: {
        type: 'object',
        properties: { ...object('template', 'foo-bar', 'fooBar', 'foo_bar').properties, foo: object('bar') },
      },
      ...object('list', 'specTemplate').properties,
    },
  }
  const names = ['WidgetList2', 'WidgetSpec', 'WidgetSpecTemplate']
  const nested = ['WidgetSpecFoo', 'WidgetSpecFooBar', 'WidgetSpecFooBar2', 'WidgetSpecFooBar3']
  expect(exportsOf(widgetModel({ schema }))).toEqual([
    ...['widgets', 'widgetColumns', 'WidgetField', 'WidgetLister', 'WidgetInformer', 'WidgetList', 'Widget'],
    ...[...names, ...nested, 'WidgetSpecTemplate2', 'WidgetSpecFooBar4'],
  ])
})

test('C-GEN-22: the order of properties and of required names in a schema does not change the module', () => {
  const properties = Object.entries(object('template', 'foo-bar', 'fooBar', 'a', 'b').properties ?? {})
  const schema = (entries: typeof properties, required: readonly string[]): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(entries),
    required,
  })
  expect(moduleSource(widgetWith(schema(properties.toReversed(), ['b', 'a'])))).toBe(
    moduleSource(widgetWith(schema(properties, ['a', 'b']))),
  )
})

test('C-GEN-1: the kind of lists need not end in List, and plural and kind need not be related', () => {
  const names = exportsOf(modelOf('Mouse', { plural: 'mice', listKind: 'Mice' }))
  expect(names.slice(0, 7)).toEqual([
    ...['mice', 'mouseColumns', 'MouseField', 'MouseLister', 'MouseInformer', 'Mice', 'Mouse'],
  ])
})
