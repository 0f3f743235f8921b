import type { GroupVersionKind } from '../discovery/match-errors.ts'
import type { JSONSchema, KindSchema } from './json-schema.ts'

/** The part of an OpenAPI v3 document that describes types. */
export interface OpenAPIDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, JSONSchema>> }
}

const COMPONENTS = '#/components/schemas/'

/**
 * The schema of a kind, with the types that it refers to; undefined where the document has none. The document stays as it
 * is, and the result shares nothing with it.
 *
 * @example const schema = kindSchemaOf(await response.json(), { group: 'apps', version: 'v1', kind: 'Deployment' })
 */
export function kindSchemaOf(document: OpenAPIDocument, kind: GroupVersionKind): KindSchema | undefined {
  const types = document.components?.schemas ?? {}
  const root = Object.values(types).find(type => isOfKind(type, kind))
  if (!root) return undefined
  const reachable = new Set<string>()
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => copyMember(name, member)))
  }
  const copyMember = (name: string, member: unknown): [string, unknown] => {
    // A property may have the name `$ref`; then its value is a schema.
    if (name !== '$ref' || typeof member !== 'string' || !member.startsWith(COMPONENTS)) {
      return [name, copy(member)]
    }
    const type = member.slice(COMPONENTS.length)
    reachable.add(type)
    return [name, `#/definitions/${type}`]
  }
  const schema = copy(root) as JSONSchema
  // The set grows while it is read. A type that the document lacks accepts anything.
  const definitions = new Map<string, JSONSchema>()
  for (const name of reachable) definitions.set(name, copy(types[name] ?? {}) as JSONSchema)
  return { ...schema, definitions: Object.fromEntries(definitions) }
}

const isOfKind = (type: JSONSchema, { group, version, kind }: GroupVersionKind): boolean =>
  type['x-kubernetes-group-version-kind']?.some(
    each => each.group === group && each.version === version && each.kind === kind,
  ) ?? false
