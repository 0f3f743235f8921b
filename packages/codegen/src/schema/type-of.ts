import type { JsonSchema } from '../model/json-schema.ts'
import { pascalCase } from './identifiers.ts'
import { literalsOf } from './literals.ts'
import { type TypeNode, unionOf } from './type-node.ts'

/** Where in a type a schema is. */
export interface SchemaPath {
  /** The name that a type of this path gets if no other has it: `WidgetSpecTemplate`. */
  readonly name: string
  /** The path as text: `spec.containers[*].env`. Empty at the root. */
  readonly text: string
  /** The type at the root of the path. */
  readonly owner: string
}

/** Names the types that a schema refers to. */
export interface TypeScope {
  /** The type of a component schema of an OpenAPI document, by its name in the document. */
  reference(name: string): TypeNode
  /** The name of the interface of an object schema. */
  nested(schema: JsonSchema, path: SchemaPath): string
  /** The type of an object without properties: a CRD's server prunes all its members, others keep them. */
  readonly emptyObject: TypeNode
  /**
   * Whether a required property that has a default may be omitted: the server of a CRD sets defaults before it validates. The
   * defaults in documents of built-in kinds are Go's zero values, which no server sets.
   */
  readonly omitsDefaults: boolean
}

/** Any JSON object. */
export const ANY_OBJECT: TypeNode = { map: 'unknown' }

/** An object without members. */
export const EMPTY_OBJECT: TypeNode = { map: 'never' }

/** The path of a type with a name. */
export const rootPath = (name: string): SchemaPath => ({ name, text: '', owner: name })

/** The path of a property. */
export function propertyPath(path: SchemaPath, property: string): SchemaPath {
  return {
    ...path,
    name: path.name + (pascalCase(property) || 'Member'),
    text: path.text === '' ? property : `${path.text}.${property}`,
  }
}

/** The TypeScript type of a schema. Objects with properties become interfaces of the scope. */
export function typeOf(schema: JsonSchema, path: SchemaPath, scope: TypeScope): TypeNode {
  const type = valueTypeOf(schema, path, scope)
  return schema.nullable ? unionOf([type, 'null']) : type
}

function valueTypeOf(schema: JsonSchema, path: SchemaPath, scope: TypeScope): TypeNode {
  const reference = referenceOf(schema)
  if (reference !== undefined) return scope.reference(reference)
  const literals = literalsOf(schema.enum)
  if (literals) return unionOf(literals)
  if (isIntOrString(schema)) return unionOf(['number', 'string'])
  switch (schema.type ?? impliedType(schema)) {
    case 'object':
      return objectType(schema, path, scope)
    case 'array':
      return { array: typeOf(schema.items ?? {}, inside(path), scope) }
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    default:
      return 'unknown'
  }
}

/** The extension, or the format that built-in types have instead. */
const isIntOrString = (schema: JsonSchema): boolean =>
  schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string'

/** A schema without a type preserves unknown fields, or is one of an OpenAPI document. */
function impliedType({ properties, additionalProperties, items }: JsonSchema): string | undefined {
  if (properties || additionalProperties) return 'object'
  return items ? 'array' : undefined
}

const inside = (path: SchemaPath): SchemaPath => ({ ...path, text: `${path.text}[*]` })

function objectType(schema: JsonSchema, path: SchemaPath, scope: TypeScope): TypeNode {
  if (hasMembers(schema)) return scope.nested(schema, path)
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object') {
    return { map: typeOf(additionalProperties, inside(path), scope) }
  }
  return acceptsUnknown(schema) ? ANY_OBJECT : scope.emptyObject
}

/** Whether the type of an object is an interface. */
export const hasMembers = (schema: JsonSchema): boolean =>
  schema['x-kubernetes-embedded-resource'] === true || Object.keys(schema.properties ?? {}).length > 0

/** Whether an object may have members that its schema does not name. */
export const acceptsUnknown = (schema: JsonSchema): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true || Boolean(schema.additionalProperties)

/** The component schema that a schema is: by `$ref`, or by the only member of an `allOf`, beside which others are allowed. */
export function referenceOf({ $ref, allOf }: JsonSchema): string | undefined {
  const reference = $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined)
  return reference?.slice(reference.lastIndexOf('/') + 1)
}
