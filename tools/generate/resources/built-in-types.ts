import {
  ANY_OBJECT,
  type CommentOptions,
  declarationText,
  type GroupVersionKind,
  type JsonSchema,
  type Member,
  membersOf,
  quoted,
  referenceOf,
  rootPath,
  simpleName,
  type TypeNode,
  type TypeScope,
  typeAlias,
  writtenOut,
} from '@kube-informer/codegen/internal'

/** Schemas by their full names, e.g. `io.k8s.api.core.v1.Pod`. */
export type Schemas = ReadonlyMap<string, JsonSchema>

/** The type of a component schema. */
export interface Declaration {
  /** The full name of the schema. */
  readonly name: string
  readonly text: string
  /** The full names of the schemas that it refers to, without those that are written out. */
  readonly references: readonly string[]
  /** Whether it describes objects with `kind` and `metadata`. */
  readonly isObject: boolean
}

/** With descriptions the declarations would be five times as large. They are in the API reference. */
const OPTIONS: CommentOptions = { descriptions: false }

/** The module name: `core-v1` for `io.k8s.api.core.v1.Pod`. */
export const moduleOfSchema = (schema: string): string => schema.split('.').slice(-3, -1).join('-')

/** The declaration of a schema, under its simple name. Undefined if each reference to it is written out. */
export function declare(name: string, schema: JsonSchema): Declaration | undefined {
  const scope = new BuiltInScope()
  if (writtenOut(name, scope) !== undefined) return undefined
  const isObject = isObjectSchema(schema)
  const text = textOf(simpleName(name), schema, isObject, scope)
  const comment = `/** ${moduleOfSchema(name).replace('-', '/')} ${simpleName(name)}. */\n`
  return { name, text: comment + text, references: [...scope.references], isObject }
}

/** All types that have one name in all modules. */
class BuiltInScope implements TypeScope {
  readonly references = new Set<string>()
  readonly emptyObject: TypeNode = ANY_OBJECT
  readonly omitsDefaults = false

  reference(name: string): TypeNode {
    const written = writtenOut(name, this)
    if (written !== undefined) return written
    this.references.add(name)
    return simpleName(name)
  }

  nested(): string {
    throw new Error('a component schema has properties of its own in a property')
  }
}

function textOf(name: string, schema: JsonSchema, isObject: boolean, scope: BuiltInScope): string {
  if (Object.keys(schema.properties ?? {}).length === 0) return typeAlias(name, ANY_OBJECT)
  const parent = isObject ? 'KubernetesObject' : undefined
  const members = membersOf(schema, rootPath(name), scope, OPTIONS).map(member => identified(member, schema))
  return declarationText({ name, parent, members, schema })
}

/** Whether a schema describes an object with `kind` and `metadata`. */
function isObjectSchema({ properties: { apiVersion, metadata = {} } = {} }: JsonSchema): boolean {
  return apiVersion !== undefined && referenceOf(metadata)?.endsWith('.ObjectMeta') === true
}

/** A member without its comment. `apiVersion` and `kind` have fixed values. */
function identified(member: Member, schema: JsonSchema): Member {
  const [identity, ...others] = schema['x-kubernetes-group-version-kind'] ?? []
  const type = identity && others.length === 0 ? identityOf(member.name, identity) : undefined
  return { ...member, type: type ?? member.type, comment: '' }
}

function identityOf(property: string, { group, version, kind }: GroupVersionKind): string | undefined {
  if (property === 'kind') return quoted(kind)
  return property === 'apiVersion' ? quoted(group === '' ? version : `${group}/${version}`) : undefined
}
