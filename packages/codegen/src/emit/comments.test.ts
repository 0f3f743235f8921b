import { expect, test } from 'vitest'
import type { JsonSchema } from '../model/json-schema.ts'
import { compile } from '../test/compile.ts'
import { widgetModel, widgetWith } from '../test/model.ts'
import { moduleSource } from './module-source.ts'

const spec = (properties: Readonly<Record<string, JsonSchema>>, options = {}): string =>
  moduleSource(widgetWith({ type: 'object', properties }), options).split(
    'export interface WidgetSpec {\n',
  )[1] ?? ''

test('C-GEN-15: comments name formats, and that long integers lose digits', () => {
  const text = spec({
    a: { type: 'integer', format: 'int64' },
    b: { type: 'integer', format: 'int32' },
    c: { type: 'string', format: 'byte' },
    d: { type: 'string', format: 'date-time', description: 'When.' },
    e: { type: 'number', format: 'double' },
  })
  expect(text).toBe(`\
  /** Format: int64. Numbers beyond 2^53 lose digits. */
  readonly a?: number
  readonly b?: number
  /** Format: byte. */
  readonly c?: string
  /**
   * When.
   * Format: date-time.
   */
  readonly d?: string
  readonly e?: number
}
`)
})

test('C-GEN-11: comments have defaults, list types with their keys, and map types', () => {
  const text = spec({
    a: { type: 'string', default: 'x */ @y\n', description: 'A.' },
    b: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set', default: [] },
    c: {
      type: 'array',
      items: {},
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['ip', 'port'],
    },
    d: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
    e: { type: 'boolean', default: false },
    f: { type: 'string', nullable: true, default: null },
  })
  expect(text).toBe(String.raw`  /**
   * A.
   *
   * @default "x *\/ @y\n"
   */
  readonly a?: string
  /**
   * List type: set.
   *
   * @default []
   */
  readonly b?: readonly string[]
  /** List type: map, with the keys ip, port. */
  readonly c?: readonly unknown[]
  /** Map type: atomic. */
  readonly d?: { readonly [key: string]: string }
  /** @default false */
  readonly e?: boolean
  /** @default null */
  readonly f?: string | null
}
`)
})

test('comments have limits and rules if asked for', () => {
  const properties: Readonly<Record<string, JsonSchema>> = {
    a: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 5, multipleOf: 1 },
    b: { type: 'string', minLength: 1, maxLength: 5, pattern: '^a*/\n@b$' },
    c: { type: 'array', uniqueItems: true, minItems: 1, items: {} },
    d: {
      type: 'string',
      'x-kubernetes-validations': [{ rule: 'self != "a"', message: 'not a' }, { rule: 'true' }],
    },
  }
  expect(spec(properties)).not.toContain('/**')
  expect(
    spec(properties, { validations: true }),
  ).toBe(String.raw`  /** Limits: minimum 0 (exclusive), maximum 5, multipleOf 1. */
  readonly a?: number
  /**
   * Limits: minLength 1, maxLength 5.
   * Pattern: ${'`'}^a*\/ @b$${'`'}
   */
  readonly b?: string
  /** Limits: minItems 1, uniqueItems. */
  readonly c?: readonly unknown[]
  /**
   * Rule: not a (${'`'}self != "a"${'`'})
   * Rule: ${'`'}true${'`'}
   */
  readonly d?: string
}
`)
})

test('C-GEN-16: descriptions that try to break out compile, and can be left out', async () => {
  const evil = `*/ alert(); /*\n@ts-expect-error\r\n\`\${x}\`\u2028// @ts-nocheck\n<script> 👩‍💻 ${'long word '.repeat(1000)}\n@deprecated`
  const nested: JsonSchema = {
    type: 'object',
    description: evil,
    properties: { a: { type: 'string', description: evil } },
  }
  const model = widgetModel({
    deprecation: `use v2 */ ${evil}`,
    columns: [{ name: evil, type: 'string', description: evil, jsonPath: '.a' }],
    schema: {
      type: 'object',
      description: evil,
      properties: { spec: { type: 'array', description: evil, items: nested, default: [evil] } },
    },
  })
  const source = moduleSource(model, { validations: true })
  expect(
    await compile({ 'widgets.ts': source, 'short.ts': moduleSource(model, { descriptions: false }) }),
  ).toEqual([])
  expect(source.match(/^ *\* @deprecated/gm)).toHaveLength(2)
  expect(
    moduleSource({ ...model, deprecation: undefined, columns: [] }, { descriptions: false }),
  ).not.toContain('ts-nocheck */')
})

test('a deprecated version has the tag with its message at the definition and at the kind', () => {
  const source = moduleSource(widgetModel({ deprecation: 'use v2' }))
  const tag = ' *\n * @deprecated use v2\n */\nexport '
  expect(source).toContain(`/**\n * example.com/v1 widgets.\n${tag}const widgets`)
  expect(source).toContain(`/**\n * example.com/v1 Widget.\n${tag}interface Widget `)
  expect(moduleSource(widgetModel({ deprecation: '' }))).toContain(
    '@deprecated example.com/v1 Widget is deprecated\n',
  )
})

test('C-GEN-22: equal defaults have equal comments, whatever the order of their members', () => {
  const withDefault = (value: unknown) => spec({ a: { type: 'object', default: value } })
  const text = withDefault({ b: [{ d: 1, c: 2 }], a: null })
  expect(text).toBe(withDefault({ a: null, b: [{ c: 2, d: 1 }] }))
  expect(text).toContain('@default {"a":null,"b":[{"c":2,"d":1}]}')
})
