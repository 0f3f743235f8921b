import { applyDefaults } from '../schema/apply-defaults.ts'
import { loadSchemas } from '../schema/load-schemas.ts'
import { prune } from '../schema/prune.ts'
import type { Schema } from '../schema/schema.ts'
import { OBJECT_META, structuralSchema } from '../schema/structural-schema.ts'
import { validate } from '../schema/validate.ts'
import { invalid } from '../status/status-errors.ts'

const schemas = await loadSchemas()

const spec = {
  type: 'object',
  required: ['n'],
  properties: {
    n: { type: 'integer', minimum: 1, maximum: 10 },
    x: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
    m: { type: 'integer', multipleOf: 3 },
    i32: { type: 'integer', format: 'int32' },
    num: { type: 'number', multipleOf: 0.5 },
    s: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
    e: { type: 'string', enum: ['a', 'b'] },
    b: { type: 'boolean' },
    l: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    map: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: {
        type: 'object',
        required: ['k'],
        properties: { k: { type: 'string' }, v: { type: 'integer', default: 5 } },
      },
    },
    o: { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: { type: 'integer' } },
    ios: { 'x-kubernetes-int-or-string': true },
    free: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'object', properties: { z: { type: 'string' } } } },
    },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    date: { type: 'string', format: 'date' },
    nul: { type: 'string', nullable: true },
    def: { type: 'string', default: 'hello' },
    odef: {
      type: 'object',
      default: {},
      properties: { a: { type: 'integer', default: 1 }, b: { type: 'string' } },
    },
    emb: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    allof: { type: 'integer', allOf: [{ minimum: 2 }, { maximum: 4 }] },
    oneof: {
      type: 'object',
      properties: { p: { type: 'string' }, q: { type: 'string' } },
      oneOf: [{ required: ['p'] }, { required: ['q'] }],
    },
    not: { type: 'integer', not: { minimum: 5 } },
  },
}

/** The schema of a custom resource whose spec has a member for each keyword, and others. */
export const gaugeSchema = (own: object = {}): Schema =>
  structuralSchema(
    { type: 'object', required: ['spec'], properties: { spec: { ...spec, ...own } } },
    schemas.ofType(OBJECT_META),
  )

/** The message after `is invalid: `, or the spec. */
export function postedGauge(value: unknown, schema: Schema = gaugeSchema()): unknown {
  const body = { apiVersion: 'g/v1', kind: 'Gauge', metadata: { name: 'x' }, spec: value }
  const object = applyDefaults(schema, prune(schema, body).value)
  const errors = validate(schema, object)
  if (errors.length > 0)
    return invalid({ kind: 'Gauge', group: 'g' }, 'x', errors).message.replace('Gauge.g "x" is invalid: ', '')
  return typeof object === 'object' && object !== null && 'spec' in object ? object.spec : undefined
}

/** The defaults that every spec gets. */
export const GAUGE_DEFAULTS = { def: 'hello', odef: { a: 1 } }
