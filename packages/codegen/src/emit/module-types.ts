import type { JsonSchema } from '../model/json-schema.ts'
import { declarationText } from '../schema/declaration.ts'
import { type Documentation, docComment } from '../schema/doc-comment.ts'
import type { CommentOptions } from '../schema/documentation.ts'
import { quoted, typeIdentifier } from '../schema/identifiers.ts'
import { type Member, membersOf } from '../schema/members.ts'
import type { TypeNames } from '../schema/type-names.ts'
import type { TypeNode } from '../schema/type-node.ts'
import {
  ANY_OBJECT,
  EMPTY_OBJECT,
  hasMembers,
  type SchemaPath,
  type TypeScope,
  typeOf,
} from '../schema/type-of.ts'
import { simpleName, writtenOut } from '../schema/written-out.ts'
import type { ImportedName, Imports } from './imports.ts'

/** Component schemas by their names in an OpenAPI document. */
export type Definitions = ReadonlyMap<string, JsonSchema>

/** The component schemas that core has as types. */
const CORE_TYPES: ReadonlyMap<string, ImportedName> = new Map([
  ['meta.v1.ObjectMeta', 'ObjectMeta'],
  ['meta.v1.OwnerReference', 'OwnerReference'],
  ['meta.v1.ListMeta', 'ListMeta'],
  ['meta.v1.LabelSelector', 'LabelSelector'],
])

/** What a root type is besides its schema. */
export interface RootType {
  readonly name: string
  readonly apiVersion: string
  readonly kind: string
  readonly documentation: Documentation
}

type Properties = Readonly<Record<string, JsonSchema>>

interface Pending {
  readonly name: string
  readonly schema: JsonSchema
  readonly path: SchemaPath
}

/** Declares the types of a module: the root, then those that it consists of, nearest first. */
export class ModuleTypes implements TypeScope {
  readonly emptyObject: TypeNode = EMPTY_OBJECT
  readonly #names: TypeNames
  readonly #imports: Imports
  readonly #definitions: Definitions
  readonly #options: CommentOptions
  readonly #references = new Map<string, TypeNode>()
  readonly #pending: Pending[] = []

  constructor(names: TypeNames, imports: Imports, definitions: Definitions, options: CommentOptions) {
    this.#names = names
    this.#imports = imports
    this.#definitions = definitions
    this.#options = options
  }

  nested(schema: JsonSchema, path: SchemaPath): string {
    const name = this.#names.take(path.name)
    this.#pending.push({ name, schema, path: { ...path, name } })
    return name
  }

  reference(reference: string): TypeNode {
    const imported = CORE_TYPES.get(reference.split('.').slice(-3).join('.'))
    if (imported) return this.#imports.use(imported)
    const written = writtenOut(reference, this)
    if (written !== undefined) return written
    return this.#references.get(reference) ?? this.#declareReference(reference)
  }

  #declareReference(reference: string): TypeNode {
    const schema = this.#definitions.get(reference)
    if (!schema) return 'unknown'
    const path = { name: typeIdentifier(simpleName(reference)), text: '' }
    // Until its type is known, as a type without a name cannot contain itself.
    this.#references.set(reference, 'unknown')
    const type = isAnyObject(schema) ? ANY_OBJECT : typeOf(schema, path, this)
    this.#references.set(reference, type)
    return type
  }

  /** The declarations of a root and of all types that it consists of. */
  declarations(root: RootType, schema: JsonSchema): readonly string[] {
    const declared = [this.#rootText(root, schema)]
    // The list grows during the loop.
    for (const each of this.#pending) declared.push(this.#nestedText(each, root.name))
    return declared
  }

  #rootText({ name, apiVersion, kind, documentation }: RootType, schema: JsonSchema): string {
    const metadata = this.#imports.use('ObjectMeta')
    const members = membersOf(withoutIdentity(schema), { name, text: '' }, this, this.#options)
    const identity = [
      member('apiVersion', quoted(apiVersion)),
      member('kind', quoted(kind)),
      member('metadata', metadata),
    ]
    const parent = this.#imports.use('KubernetesObject')
    return (
      docComment(documentation, '') +
      declarationText({ name, parent, members: [...identity, ...members], schema })
    )
  }

  #nestedText({ name, schema, path }: Pending, root: string): string {
    const embedded = schema['x-kubernetes-embedded-resource'] === true
    const members = embedded ? this.#embedded(schema, path) : membersOf(schema, path, this, this.#options)
    const comment = docComment(nestedDocumentation(schema, path, root, this.#options), '')
    return comment + declarationText({ name, members, schema })
  }

  /** The server requires apiVersion and kind of an embedded object, and has its own schema of the metadata. */
  #embedded(schema: JsonSchema, path: SchemaPath): readonly Member[] {
    const { apiVersion = STRING, kind = STRING, ...properties } = schema.properties ?? {}
    const required = ['apiVersion', 'kind', ...(schema.required ?? [])]
    const others = { ...schema, properties: { ...withoutMetadata(properties), apiVersion, kind }, required }
    const metadata = {
      ...member('metadata', this.#imports.use('ObjectMeta')),
      required: required.includes('metadata'),
    }
    return [...membersOf(others, path, this, this.#options), metadata].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )
  }
}

const STRING: JsonSchema = { type: 'string' }

const member = (name: string, type: TypeNode): Member => ({ name, required: false, type, comment: '' })

/** A component schema without properties describes an object that its server does not prune. */
const isAnyObject = (schema: JsonSchema): boolean =>
  schema.type === 'object' && !hasMembers(schema) && !schema.additionalProperties

const withoutMetadata = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'metadata'))

/** A root without the properties that each object has. */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  const own = Object.entries(schema.properties ?? {}).filter(([name]) => !IDENTITY.has(name))
  return { ...schema, properties: Object.fromEntries(own) }
}

const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/** A property has the description of its type already: other types are those of items, of values and of components. */
function nestedDocumentation(
  { description }: JsonSchema,
  { name, text }: SchemaPath,
  root: string,
  { descriptions = true }: CommentOptions,
): Documentation {
  const described = descriptions && (text === '' || text.endsWith('[*]')) ? description : undefined
  return { text: described || (text === '' ? `${name}.` : `\`${text}\` of ${root}.`) }
}
