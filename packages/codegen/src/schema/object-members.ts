import type { JsonSchema } from '../model/json-schema.ts'
import type { CommentOptions } from './documentation.ts'
import { quoted } from './identifiers.ts'
import { type Member, membersOf } from './members.ts'
import type { TypeNode } from './type-node.ts'
import type { SchemaPath, TypeScope } from './type-of.ts'

/** What each object of a kind has. */
export interface Identity {
  readonly apiVersion: string
  readonly kind: string
  /** The type of its metadata. */
  readonly metadata: TypeNode
}

const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

const STRING: JsonSchema = { type: 'string' }

/** The members of a kind: those of each object, whatever the schema says about them, then its own. */
export function kindMembers(
  schema: JsonSchema,
  { apiVersion, kind, metadata }: Identity,
  path: SchemaPath,
  scope: TypeScope,
  options: CommentOptions,
): readonly Member[] {
  const required = schema.required?.filter(name => !IDENTITY.has(name))
  return [
    optional('apiVersion', quoted(apiVersion)),
    optional('kind', quoted(kind)),
    optional('metadata', metadata),
    ...membersOf({ ...schema, properties: without(schema, IDENTITY), required }, path, scope, options),
  ]
}

/**
 * The members of an embedded object. The server requires its apiVersion and its kind, and checks its metadata as those of each
 * object. Only the comments of the two differ between a CustomResourceDefinition and the server's document.
 */
export function embeddedMembers(
  schema: JsonSchema,
  metadata: TypeNode,
  path: SchemaPath,
  scope: TypeScope,
  options: CommentOptions,
): readonly Member[] {
  const { apiVersion = STRING, kind = STRING } = schema.properties ?? {}
  const properties = {
    ...without(schema, IDENTITY),
    apiVersion: uncommented(apiVersion),
    kind: uncommented(kind),
  }
  const { required: given = [] } = schema
  const required = ['apiVersion', 'kind', ...given.filter(name => !IDENTITY.has(name))]
  const members = membersOf({ ...schema, properties, required }, path, scope, options)
  const whole = { ...optional('metadata', metadata), required: given.includes('metadata') }
  return [...members, whole].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const optional = (name: string, type: TypeNode): Member => ({ name, required: false, type, comment: '' })

const uncommented = ({ description: _, ...schema }: JsonSchema): JsonSchema => schema

/** The properties of a schema without some of them. Unlike an assignment, fromEntries creates a member `__proto__`. */
const without = (schema: JsonSchema, names: ReadonlySet<string>): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.has(name)))
