import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../model/json-schema.ts'
import type { ResourceModel } from '../model/resource-model.ts'
import { inFolder, outputOf } from '../test/compile.ts'
import { widgetModel, widgetWith } from '../test/model.ts'
import { moduleSource } from './module-source.ts'

const BIOME = join(import.meta.dirname, '../../../../node_modules/.bin/biome')
const CONFIG = {
  formatter: { indentStyle: 'space', lineWidth: 110 },
  linter: { enabled: false },
  javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded' } },
}

const string: JsonSchema = { type: 'string' }
const long: JsonSchema = {
  type: 'string',
  enum: Array.from({ length: 12 }, (_, index) => `SomeLongValue${index}`),
}
const map = (additionalProperties: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties })
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const oneOf = (...names: readonly string[]): JsonSchema => ({
  oneOf: names.map(name => ({ required: [name] })),
})
const object = (properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})

const spec = object(
  {
    text: { ...string, description: 'A text. '.repeat(40), default: 'x' },
    long,
    longs: list(long),
    longMap: map(long),
    nullableMap: { ...map(long), nullable: true },
    nullableLongs: list({ ...long, nullable: true }),
    lists: list(list(long)),
    mapOfMaps: map(map(long)),
    listOfMaps: list(map(long)),
    "it's": string,
    '"a"': string,
    [`${'long'.repeat(20)}Name`]: map(string),
    union: object({ a: string, b: string }, oneOf('a', 'b')),
    one: object({ a: string }, { anyOf: [{ required: ['a'] }] }),
    two: object({ a: string, b: string, c: string }, { allOf: [oneOf('a', 'b'), oneOf('b', 'c')] }),
  },
  oneOf('text', 'long', 'longs', 'longMap', 'nullableMap', 'lists', 'mapOfMaps'),
)

/** Kinds with names of all lengths, as the first lines of a module depend on them. */
const kinds: readonly ResourceModel[] = Array.from({ length: 16 }, (_, index) => {
  const kind = `Widget${'x'.repeat(4 * index)}`
  const plural = `${kind.toLowerCase()}s`
  const column = {
    name: 'Color',
    type: 'string',
    description: 'c'.repeat(7 * index),
    jsonPath: '.spec.color',
  }
  const columns = index % 2 === 0 ? [column] : [column, { ...column, priority: 1 }]
  const shortNames = Array.from({ length: index }, (_, number) => `short${number}`)
  return widgetModel({
    kind,
    plural,
    listKind: `${kind}List`,
    namespaced: index % 3 > 0,
    columns,
    shortNames,
  })
})

test('modules are formatted as Biome formats them, which also sorts imports', async () => {
  const models = [
    widgetWith(spec),
    widgetModel({ schema: object({ a: string, b: string }, oneOf('a', 'b')) }),
    ...kinds,
  ]
  const files = Object.fromEntries(models.map((model, index) => [`module-${index}.ts`, moduleSource(model)]))
  const output = await inFolder({ ...files, 'biome.json': JSON.stringify(CONFIG) }, folder =>
    outputOf([BIOME, 'check', '--colors=off', ...Object.keys(files)], folder),
  )
  expect(output).toContain(`Checked ${models.length} files`)
  expect(output).not.toContain('Found')
})
