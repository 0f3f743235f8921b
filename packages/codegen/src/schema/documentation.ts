import type { JsonSchema } from '../model/json-schema.ts'
import type { Documentation } from './doc-comment.ts'
import { referenceOf } from './type-of.ts'
import { validationNotes } from './validation-notes.ts'

/** What the comments of generated types say. */
export interface CommentOptions {
  /**
   * Whether comments have the descriptions of the schema.
   * @default true
   */
  readonly descriptions?: boolean | undefined
  /**
   * Whether comments have the patterns, limits and rules that the server checks.
   * @default false
   */
  readonly validations?: boolean | undefined
}

/** The formats whose values a number of JavaScript holds exactly. */
const EXACT = new Set(['int32', 'float', 'double'])

/** The comment of a property: its description, and what its type cannot express. */
export function propertyDocumentation(
  schema: JsonSchema,
  { descriptions = true, validations = false }: CommentOptions,
): Documentation {
  const hasDefault = schema.default !== undefined && !isEmptyReference(schema)
  return {
    text: descriptions ? schema.description : '',
    notes: [
      ...formatNote(schema),
      ...listNote(schema),
      ...mapNote(schema),
      ...(validations ? validationNotes(schema) : []),
    ],
    tags: hasDefault ? [`@default ${JSON.stringify(sorted(schema.default))}`] : [],
  }
}

/** The same value with the members of its objects in the order of their names: equal defaults have equal comments. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** OpenAPI documents give each referenced object the default `{}`. */
const isEmptyReference = (schema: JsonSchema): boolean =>
  referenceOf(schema) !== undefined && JSON.stringify(schema.default) === '{}'

function formatNote({ format, type }: JsonSchema): readonly string[] {
  if (!format || EXACT.has(format) || format === 'int-or-string') return []
  const integer = type === 'integer' || type === 'number'
  return [integer ? `Format: ${format}. Numbers beyond 2^53 lose digits.` : `Format: ${format}.`]
}

function listNote(schema: JsonSchema): readonly string[] {
  const type = schema['x-kubernetes-list-type']
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  if (type === undefined) return []
  return [keys.length > 0 ? `List type: ${type}, with the keys ${keys.join(', ')}.` : `List type: ${type}.`]
}

function mapNote(schema: JsonSchema): readonly string[] {
  const type = schema['x-kubernetes-map-type']
  return type === undefined ? [] : [`Map type: ${type}.`]
}
