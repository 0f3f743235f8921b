import type { JSONSchema, KindSchema } from '@kube-informer/core/openapi'

const DEFINITION = '#/definitions/'

/** A schema with its reference followed. What is said beside the reference, such as a description, takes precedence. */
export function resolved(schema: JSONSchema, { definitions }: KindSchema): JSONSchema {
  const [only] = schema.allOf ?? []
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? only?.$ref : undefined)
  if (!reference?.startsWith(DEFINITION)) return schema
  const target = definitions[reference.slice(DEFINITION.length)]
  if (target === undefined) return schema
  const { $ref, allOf, ...beside } = schema
  return { ...target, ...beside }
}

/** The schema of a member or of an item; undefined where the schema does not know it. */
export function schemaOf(
  schema: JSONSchema,
  step: string | number,
  root: KindSchema,
): JSONSchema | undefined {
  const { properties, items, additionalProperties } = schema
  if (typeof step === 'number') return items && resolved(items, root)
  if (properties && Object.hasOwn(properties, step)) return resolved(properties[step] ?? {}, root)
  return typeof additionalProperties === 'object' ? resolved(additionalProperties, root) : undefined
}

/** The schema at a path of a kind; undefined where it is not known. */
export function schemaAt(root: KindSchema, path: readonly (string | number)[]): JSONSchema | undefined {
  let schema: JSONSchema | undefined = resolved(root, root)
  for (const step of path) schema = schema && schemaOf(schema, step, root)
  return schema
}

/** A type as it is written beside a field: `string`, `[]Container`, `map[string]string`. */
export function typeText(schema: JSONSchema, root: KindSchema): string {
  const { type, items, additionalProperties } = schema
  if (schema['x-kubernetes-int-or-string']) return 'integer or string'
  if (items) return `[]${typeText(resolved(items, root), root)}`
  if (typeof additionalProperties === 'object')
    return `map[string]${typeText(resolved(additionalProperties, root), root)}`
  return type ?? (schema.properties ? 'object' : 'any')
}
