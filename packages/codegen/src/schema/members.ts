import type { JsonSchema } from '../model/json-schema.ts'
import { docComment } from './doc-comment.ts'
import { type CommentOptions, propertyDocumentation } from './documentation.ts'
import { propertyKey } from './identifiers.ts'
import { isInherited } from './inherited.ts'
import { afterColon, indexSignature, type TypeNode, unionOf } from './type-node.ts'
import { acceptsUnknown, propertyPath, type SchemaPath, type TypeScope, typeOf } from './type-of.ts'

/** A property of a type. */
export interface Member {
  readonly name: string
  readonly required: boolean
  readonly type: TypeNode
  /** The comment with its line break. */
  readonly comment: string
}

const INDENT = '  '

/** The members of an object schema, sorted by name: the order in a file does not change the output. */
export function membersOf(
  schema: JsonSchema,
  path: SchemaPath,
  scope: TypeScope,
  options: CommentOptions,
): readonly Member[] {
  const required = new Set(schema.required)
  const properties = Object.entries({ ...unnamed(schema), ...schema.properties }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return properties.map(([name, property]) => ({
    name,
    required: required.has(name) && !(scope.omitsDefaults && property.default !== undefined),
    type: typeOf(property, propertyPath(path, name), scope),
    comment: docComment(propertyDocumentation(property, options), INDENT),
  }))
}

/** The required members that are no properties: an object has them if its server keeps unknown fields. */
const unnamed = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  acceptsUnknown(schema) ? Object.fromEntries((schema.required ?? []).map(name => [name, {}])) : {}

/** The lines of an interface's members, with the index signature of those that the schema does not name. */
export function memberLines(members: readonly Member[], schema: JsonSchema): readonly string[] {
  const lines = members.map(each => each.comment + memberText(each, INDENT))
  return acceptsUnknown(schema) ? [...lines, indexSignature('unknown', INDENT)] : lines
}

/** `readonly name?: string`, with its indentation. */
export function memberText({ name, required, type }: Omit<Member, 'comment'>, indent: string): string {
  const start = `${indent}readonly ${propertyKey(name)}${required ? '' : '?'}:`
  return start + afterColon(required ? type : orInherited(name, type), start.length, indent)
}

/**
 * The type of an optional member that each object inherits. An object without the member has the inherited function there;
 * with another type, TypeScript would not accept objects without the member.
 */
const orInherited = (name: string, type: TypeNode): TypeNode =>
  isInherited(name) ? unionOf([type, `{}['${name}']`]) : type
