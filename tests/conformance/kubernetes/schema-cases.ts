import type { Asked } from './both-servers.ts'

type Members = Readonly<Record<string, unknown>>

/** A version of a definition, the first of which is stored unless another one says so. */
export interface Schema {
  readonly version: string
  /** Of the spec. */
  readonly properties: Members
  readonly isOpen?: boolean
  readonly isStored?: boolean
}

/** Objects that are written before a definition changes, and read and written after it. */
export interface SchemaChange {
  readonly title: string
  readonly plural: string
  readonly before: readonly Schema[]
  /** The specs of the objects by name, created in `v1`. */
  readonly specs: Readonly<Record<string, Members>>
  readonly after: readonly Schema[]
  /** Writes of the object `a`. */
  readonly steps: readonly (Asked & { readonly version: string; readonly query: string })[]
}

/** A definition whose kind is called as its plural. */
export function definitionOf(plural: string, schemas: readonly Schema[]) {
  const stored = schemas.find(({ isStored }) => isStored) ?? schemas[0]
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.s.example.com` },
    spec: {
      group: 's.example.com',
      scope: 'Namespaced',
      names: { plural, singular: plural, kind: plural, listKind: `${plural}List` },
      versions: schemas.map(schema => ({
        name: schema.version,
        served: true,
        storage: schema === stored,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: specOf(schema) } } },
      })),
    },
  }
}

const specOf = ({ properties, isOpen }: Schema): Members => ({
  type: 'object',
  properties,
  ...(isOpen ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
})

const text = { type: 'string' }
const textOr = (initial: string) => ({ ...text, default: initial })
const objects = (properties: Members) => ({ type: 'array', items: { type: 'object', properties } })
const merge = (version: string, body: Members) => ({
  method: 'PATCH' as const,
  type: 'application/merge-patch+json',
  version,
  query: 'fieldManager=b',
  body,
})
const relabel = { metadata: { labels: { l: '1' } } }

export const SCHEMA_CHANGES: readonly SchemaChange[] = [
  {
    title: 'new defaults, at every depth, and a removed field',
    plural: 'defaults',
    before: [
      {
        version: 'v1',
        properties: { a: text, gone: text, in: { type: 'object', properties: {} }, list: objects({}) },
      },
    ],
    specs: { a: { a: '1', gone: 'x', in: {}, list: [{}] }, b: { a: '1' } },
    after: [
      {
        version: 'v1',
        properties: {
          a: text,
          b: textOr('y'),
          in: { type: 'object', properties: { z: textOr('z') } },
          list: objects({ on: { type: 'boolean', default: true } }),
          whole: {
            type: 'object',
            default: { q: 1 },
            properties: { q: { type: 'integer' }, r: textOr('r') },
          },
        },
      },
    ],
    steps: [merge('v1', {}), merge('v1', relabel), merge('v1', { spec: { b: null } })],
  },
  {
    title: 'only the defaults of the stored version',
    plural: 'versions',
    before: [
      { version: 'v1', properties: { a: text } },
      { version: 'v2', properties: { a: text, b: textOr('2') } },
    ],
    specs: { a: { a: '1' } },
    after: [
      { version: 'v1', properties: { a: text, c: textOr('1') } },
      { version: 'v2', properties: { a: text, b: textOr('2'), d: textOr('2') } },
    ],
    steps: [merge('v1', relabel)],
  },
  {
    title: 'an object is stored in another version when it is written',
    plural: 'switches',
    before: [
      { version: 'v1', properties: { a: text } },
      { version: 'v2', properties: { a: text } },
    ],
    specs: { a: { a: '1' } },
    after: [
      { version: 'v1', properties: { a: text, c: textOr('1') } },
      { version: 'v2', properties: { a: text, b: textOr('2') }, isStored: true },
    ],
    steps: [merge('v1', {})],
  },
  {
    title: 'nulls and values of other types',
    plural: 'nulls',
    before: [{ version: 'v1', properties: {}, isOpen: true }],
    specs: { a: { a: null, b: null, c: 1, d: 'x' } },
    after: [
      {
        version: 'v1',
        properties: { a: textOr('y'), b: { ...textOr('y'), nullable: true }, c: textOr('y') },
      },
    ],
    steps: [merge('v1', {})],
  },
]

const integer = { type: 'integer' }
const int32 = { type: 'integer', format: 'int32' }

/** Integers with bounds that are fractions or out of range, which a definition may have. */
export const BOUNDED: Members = {
  min: { ...integer, minimum: 0.5 },
  max: { ...integer, maximum: 1.5 },
  factor: { ...integer, multipleOf: 0.5 },
  zero: { ...integer, multipleOf: 0 },
  negative: { ...integer, multipleOf: -2 },
  all: { ...integer, minimum: 0.5, maximum: 1.5, multipleOf: 0.5 },
  exclusive: { ...integer, minimum: 0.5, exclusiveMinimum: true },
  large: { ...integer, maximum: 1e19 },
  max32: { ...int32, maximum: 3e9 },
  min32: { ...int32, minimum: 3e9 },
  items: { type: 'array', items: { ...integer, minimum: 0.5 } },
  choice: { ...integer, minimum: 0.5, enum: [1, 2] },
  other: { ...integer, format: 'uint32', minimum: 0.5 },
  float: { type: 'number', format: 'float', maximum: 1e300 },
  half: { type: 'number', minimum: 0.5, maximum: 1.5 },
  halves: { type: 'number', multipleOf: 0.5 },
  either: { 'x-kubernetes-int-or-string': true, minimum: 0.5 },
}

export const BOUND_VALUES: readonly Members[] = [
  { min: 1 },
  { min: 0 },
  { min: 1.5 },
  { min: 1e20 },
  { min: 'x' },
  { max: 1 },
  { max: 2 },
  { factor: 1 },
  { zero: 1 },
  { negative: 2 },
  { all: 1 },
  { exclusive: 1 },
  { large: 1 },
  { max32: 1 },
  { max32: 4e9 },
  { min32: 1 },
  { items: [1, 2] },
  { choice: 1 },
  { choice: 7 },
  { other: 1 },
  { float: 1 },
  { half: 1 },
  { half: 2 },
  { half: 1.75 },
  { halves: 2 },
  { halves: 1.5 },
  { either: 1 },
  { either: 'x' },
]

/** Schemas whose default does not fit their bounds. */
export const DEFAULTS: readonly Members[] = [
  { ...integer, minimum: 0.5, default: 1 },
  { ...integer, minimum: 0.5, maximum: 1.5, multipleOf: 0.5, default: 1 },
  { ...int32, maximum: 3e9, default: 1 },
  { ...int32, default: 3e9 },
  { ...integer, default: 1e20 },
  { ...integer, default: 1.5 },
  { type: 'object', properties: { p: { ...integer, maximum: 1.5, default: 1 } } },
  { type: 'array', default: [1], items: { ...integer, minimum: 0.5 } },
]
