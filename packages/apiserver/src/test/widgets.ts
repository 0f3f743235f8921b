import { loadSchemas } from '../schema/load-schemas.ts'
import type { Schema } from '../schema/schema.ts'
import { OBJECT_META, structuralSchema } from '../schema/structural-schema.ts'

const text = { type: 'string' }

/** A type with one member for each merge behavior of server-side apply. */
const SPEC = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    s: text,
    b: { type: 'boolean' },
    map: { type: 'object', additionalProperties: text },
    whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { x: text, y: text } },
    nested: {
      type: 'object',
      properties: { p: text, q: { type: 'object', properties: { r: { type: 'integer' } } } },
    },
    items: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: text,
          v: text,
          tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
        },
      },
    },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, v: text },
      },
    },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    list: { type: 'array', items: text },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { k: text } },
  },
}

/** The type of a custom resource `Widget` of `c.example.com/v1`. */
const WIDGET = {
  type: 'object',
  properties: { spec: SPEC, status: { type: 'object', properties: { x: text } } },
}

export async function widgetSchema(): Promise<Schema> {
  return structuralSchema(WIDGET, (await loadSchemas()).ofType(OBJECT_META))
}

/** The schema of a built-in kind. */
export async function schemaOf(group: string, version: string, kind: string): Promise<Schema> {
  const schema = (await loadSchemas()).ofKind(group, version, kind)
  if (!schema) throw new Error(`no schema: ${group}/${version} ${kind}`)
  return schema
}
