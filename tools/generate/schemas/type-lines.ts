import type { DataNode, DataType } from '../../../packages/apiserver/src/schema/data-type.ts'
import { shortName, ZERO } from '../../../packages/apiserver/src/schema/data-type.ts'
import { goType } from '../../../packages/apiserver/src/schema/decoding/go-types.ts'
import { BuiltInSchemas, type Schemas } from '../../../packages/apiserver/src/schema/schemas.ts'
import type { GoNames } from './go-names.ts'
import type { ImmutableFields } from './immutable-fields.ts'
import type { Observations } from './observations.ts'
import { type OpenAPISchema, type OpenAPITypes, referenceOf } from './openapi.ts'
import type { Requirements } from './requirements.ts'

/** Facts about types that OpenAPI lacks. */
export interface Learned {
  readonly observations: Observations
  readonly goNames: GoNames
  readonly requirements: Requirements
  readonly immutableFields: ImmutableFields
}

/** More kinds than this share a type only if it belongs to all of them (`WatchEvent`). */
const MAX_KINDS = 2

/** One line per type: its name, then its members as JSON without defaults. */
export function typeLines(
  types: OpenAPITypes,
  { observations, goNames, requirements, immutableFields }: Learned,
): readonly string[] {
  const dataTypes = [...types]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const demanded = (schema.required ?? []).flatMap(member => {
        const detail = requirements.get(`${name}.${member}`)
        return detail === undefined ? [] : [[member, detail] as const]
      })
      const q = demanded.length > 0 ? { q: Object.fromEntries(demanded) } : {}
      const immutable = immutableFields.get(name)
      const n = immutable && immutable.size > 0 ? { n: Object.fromEntries(immutable) } : {}
      return [name, { ...dataOf(name, schema, observations), ...q, ...n }] as const
    })
  const line = ([name, data]: readonly [string, DataType]) => `${shortName(name)} ${JSON.stringify(data)}`
  // Go names are written only where they differ from the derived ones.
  const guesses = new BuiltInSchemas(dataTypes.map(line).join('\n'))
  return dataTypes.map(([name, data]) => line([name, { ...data, ...goNamesOf(name, guesses, goNames) }]))
}

function goNamesOf(type: string, guesses: Schemas, goNames: GoNames): Pick<DataType, 'b' | 'o' | 'oi'> {
  const embedded = new Map<string, string[]>()
  const own = new Map<string, string>()
  const inner = new Map<string, string>()
  for (const [member, schema] of guesses.ofType(type)?.properties ?? []) {
    const reported = goNames.get(`${type}.${member}`)
    if (reported?.embedded)
      embedded.set(reported.embedded, [...(embedded.get(reported.embedded) ?? []), member])
    if (reported?.type && reported.type !== goType(schema)) own.set(member, reported.type)
    const within = schema.items ?? schema.additionalProperties
    if (within && reported?.innerType && reported.innerType !== goType(within))
      inner.set(member, reported.innerType)
  }
  return {
    ...(embedded.size > 0 ? { b: Object.fromEntries(embedded) } : {}),
    ...(own.size > 0 ? { o: Object.fromEntries(own) } : {}),
    ...(inner.size > 0 ? { oi: Object.fromEntries(inner) } : {}),
  }
}

function dataOf(name: string, schema: OpenAPISchema, observations: Observations): DataType {
  const facts = observations.factsOf(name)
  const properties = Object.entries(schema.properties ?? {}).map(
    ([property, node]) => [property, memberOf(name, property, node, observations)] as const,
  )
  const kinds = schema['x-kubernetes-group-version-kind'] ?? []
  return {
    ...(kinds.length > 0 && kinds.length <= MAX_KINDS
      ? { g: kinds.map(({ group, version, kind }) => `${group}/${version}/${kind}`) }
      : {}),
    ...(properties.length > 0 ? { p: Object.fromEntries(properties) } : {}),
    ...(schema.required ? { r: schema.required } : {}),
    ...(schema['x-kubernetes-map-type'] ? { m: schema['x-kubernetes-map-type'] } : {}),
    ...addedOf(facts.added),
    ...pointersOf(observations.has(name) ? facts.pointers : scalarsOf(schema)),
  }
}

const addedOf = (
  added: ReadonlyMap<string, unknown>,
): { readonly '+'?: Readonly<Record<string, unknown>> } =>
  added.size > 0 ? { '+': Object.fromEntries(added) } : {}

const pointersOf = (pointers: readonly string[]): { readonly '*'?: readonly string[] } =>
  pointers.length > 0 ? { '*': pointers } : {}

/** For types without probes: treats every scalar as a pointer, so that no value is dropped. */
const scalarsOf = ({ properties = {} }: OpenAPISchema): readonly string[] =>
  Object.entries(properties).flatMap(([name, { type }]) =>
    ['string', 'integer', 'number', 'boolean'].includes(type ?? '') ? name : [],
  )

/** A member, with the defaults that its type (or that of its items or values) has at this location only. */
function memberOf(type: string, property: string, node: OpenAPISchema, observations: Observations): DataNode {
  const reference = referenceOf(node.items ?? node.additionalProperties ?? node)
  const added = addedOf(reference ? observations.localFacts(reference, `${type}.${property}`) : new Map())
  const data = nodeOf(node)
  if (Object.keys(added).length === 0) return data
  if (typeof data === 'string') return { t: data, ...added }
  if (data.i !== undefined) return { ...data, i: { ...asObject(data.i), ...added } }
  if (data.v !== undefined) return { ...data, v: { ...asObject(data.v), ...added } }
  return { ...data, ...added }
}

const asObject = (node: DataNode): Exclude<DataNode, string> =>
  typeof node === 'string' ? { t: node } : node

function nodeOf(node: OpenAPISchema): DataNode {
  const data = {
    ...typeOf(node),
    ...(node.default !== undefined && !isZero(node.default) ? { d: node.default } : {}),
    ...(node.enum ? { e: node.enum } : {}),
    ...(node['x-kubernetes-list-type'] ? { l: node['x-kubernetes-list-type'] } : {}),
    ...(node['x-kubernetes-list-map-keys'] ? { k: node['x-kubernetes-list-map-keys'] } : {}),
    ...(node['x-kubernetes-map-type'] ? { m: node['x-kubernetes-map-type'] } : {}),
    ...(node['x-kubernetes-patch-strategy'] ? { s: node['x-kubernetes-patch-strategy'] } : {}),
    ...(node['x-kubernetes-patch-merge-key'] ? { y: node['x-kubernetes-patch-merge-key'] } : {}),
  }
  const { t } = data
  return t !== undefined && Object.keys(data).length === 1 ? t : data
}

function typeOf(node: OpenAPISchema): { readonly t?: string; readonly i?: DataNode; readonly v?: DataNode } {
  const reference = referenceOf(node)
  if (node.items) return { i: nodeOf(node.items) }
  if (node.additionalProperties) return { v: nodeOf(node.additionalProperties) }
  const type = reference ? shortName(reference) : (node.format ?? node.type ?? 'any')
  return { t: isZero(node.default) ? type + ZERO : type }
}

/** Whether a value is the default of a non-pointer member in Go. */
const isZero = (value: unknown): boolean =>
  value === '' || value === 0 || value === false || JSON.stringify(value) === '{}'
