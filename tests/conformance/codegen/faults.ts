import type { Sample } from './samples.ts'
import type { Schema } from './served-versions.ts'

/** A sample with one fault that the schema forbids and that types can express. */
export interface Fault {
  /** What is wrong, and where: `spec.replicas: a string`. */
  readonly name: string
  readonly object: unknown
}

type Path = readonly (string | number)[]

/** A value of a sample and its schema. */
interface Location {
  readonly path: Path
  readonly value: unknown
  readonly schema: Schema
}

/** What replaces a value, or `REMOVED`. */
interface Change {
  readonly what: string
  readonly path: Path
  readonly value: unknown
}

const REMOVED = Symbol('removed')

/**
 * Every fault of these kinds that fits somewhere in the sample: a required field is missing, a field is unknown where the server
 * prunes, a value is of another type, none of the enum, or null. Each object contains only the path to its fault, and what is
 * required beside it, so that the fault is the only reason for an error.
 */
export function faultsOf({ object, version }: Sample): readonly Fault[] {
  return locationsOf({ path: [], value: object, schema: version.schema })
    .flatMap(changesOf)
    .map(({ what, path, value }) => ({
      name: `${path.join('.')}: ${what}`,
      object: changed(object, version.schema, path, value),
    }))
}

/** The sample with nothing but required fields: what the objects of its faults have in common. */
export function requiredPartOf({ object, version }: Sample): unknown {
  return minimal(object, version.schema)
}

/** The value and all values in it whose schema is known. Stops at maps and lists after their first member. */
function locationsOf(location: Location): readonly Location[] {
  return [location, ...membersOf(location).flatMap(locationsOf)]
}

function membersOf({ path, value, schema }: Location): readonly Location[] {
  const { properties = {}, additionalProperties, items } = schema
  if (Array.isArray(value)) {
    return items && value.length > 0 ? [{ path: [...path, 0], value: value[0], schema: items }] : []
  }
  if (!isRecord(value)) return []
  const members = Object.entries(value)
  if (typeof additionalProperties === 'object') {
    return members
      .slice(0, 1)
      .map(([key, member]) => ({ path: [...path, key], value: member, schema: additionalProperties }))
  }
  return members.flatMap(([key, member]) => {
    const known = isTypeMeta(path, key) ? undefined : properties[key]
    return known ? [{ path: [...path, key], value: member, schema: known }] : []
  })
}

/** The schema does not decide the types of these. */
function isTypeMeta(path: Path, key: string): boolean {
  return path.length === 0 && ['apiVersion', 'kind', 'metadata'].includes(key)
}

function changesOf(location: Location): readonly Change[] {
  const { path, value, schema } = location
  const replaced = ({ what, value: other }: Omit<Change, 'path'>): Change => ({ what, path, value: other })
  const replacements = path.length > 0 ? replacementsOf(schema).map(replaced) : []
  if (schema.type !== 'object' || !isRecord(value)) return replacements
  return [...replacements, ...missingFields(location), ...unknownField(location)]
}

function missingFields({ path, schema }: Location): readonly Change[] {
  const { properties = {}, required = [] } = schema
  return required
    .filter(key => !isTypeMeta(path, key) && properties[key] && properties[key].default === undefined)
    .map(key => ({ what: 'a required field is missing', path: [...path, key], value: REMOVED }))
}

function unknownField({ path, schema }: Location): readonly Change[] {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || schema['x-kubernetes-embedded-resource']
  if (!schema.properties || isOpen) return []
  return [{ what: 'an unknown field', path: [...path, 'noSuchField'], value: 'any' }]
}

/** Values of other types, and none of those that the schema allows. */
function replacementsOf(schema: Schema): readonly Omit<Change, 'path'>[] {
  const wrong = (what: string, value: unknown) => ({ what, value })
  const nulls = schema.nullable ? [] : [wrong('null', null)]
  if (schema['x-kubernetes-int-or-string']) return [wrong('a boolean', true), wrong('a list', []), ...nulls]
  const enums = schema.enum ? [wrong('none of the enum', 'no-such-value')] : []
  switch (schema.type) {
    case 'string':
      return [wrong('a number', 7), wrong('an object', {}), ...enums, ...nulls]
    case 'integer':
    case 'number':
      return [wrong('a string', 'seven'), wrong('a boolean', true), ...enums, ...nulls]
    case 'boolean':
      return [wrong('a string', 'true'), wrong('a number', 1), ...nulls]
    case 'array':
      return [wrong('an object', {}), wrong('a string', 'one'), ...nulls]
    case 'object':
      return [wrong('a list', ['one']), wrong('a string', 'one'), ...nulls]
    default:
      // Any JSON value is valid.
      return []
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy with another value at the path. Of other fields it keeps only those that are required. */
function changed(value: unknown, schema: Schema | undefined, path: Path, to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  if (Array.isArray(value)) return [changed(value[0], schema?.items, rest, to)]
  const fields = isRecord(value) ? value : {}
  const copy = changed(fields[key], schemaOf(schema, `${key}`), rest, to)
  const { [key]: _removed, ...kept } = minimal(fields, schema) as Record<string, unknown>
  return copy === REMOVED ? kept : { ...kept, [key]: copy }
}

/** The value without fields that its schema does not require. */
function minimal(value: unknown, schema: Schema | undefined): unknown {
  if (Array.isArray(value)) return value.map(item => minimal(item, schema?.items))
  if (!isRecord(value) || !schema) return value
  const kept = Object.entries(value).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, minimal(member, schemaOf(schema, name))]))
}

function schemaOf(schema: Schema | undefined, key: string): Schema | undefined {
  const { properties, additionalProperties } = schema ?? {}
  return properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
}
