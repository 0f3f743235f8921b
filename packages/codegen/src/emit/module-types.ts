import type { JsonSchema } from '../model/json-schema.ts'
import type { ResourceModel } from '../model/resource-model.ts'
import { declarationText } from '../schema/declaration.ts'
import { type Documentation, docComment } from '../schema/doc-comment.ts'
import type { CommentOptions } from '../schema/documentation.ts'
import { typeIdentifier } from '../schema/identifiers.ts'
import { type Member, membersOf } from '../schema/members.ts'
import { embeddedMembers, kindMembers } from '../schema/object-members.ts'
import type { TypeNames } from '../schema/type-names.ts'
import type { TypeNode } from '../schema/type-node.ts'
import {
  ANY_OBJECT,
  EMPTY_OBJECT,
  hasMembers,
  rootPath,
  type SchemaPath,
  type TypeScope,
  typeOf,
} from '../schema/type-of.ts'
import { simpleName, writtenOut } from '../schema/written-out.ts'
import type { ImportedName, Imports } from './imports.ts'
import { nestedDocumentation } from './nested-documentation.ts'

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

interface Pending {
  readonly name: string
  readonly schema: JsonSchema
  readonly path: SchemaPath
}

/** Declares the types of a module: the root, then those that it consists of, nearest first. */
export class ModuleTypes implements TypeScope {
  readonly emptyObject: TypeNode = EMPTY_OBJECT
  readonly omitsDefaults: boolean
  readonly #names: TypeNames
  readonly #imports: Imports
  readonly #definitions: Definitions
  readonly #options: CommentOptions
  readonly #references = new Map<string, TypeNode>()
  readonly #pending: Pending[] = []

  constructor(
    names: TypeNames,
    imports: Imports,
    { definitions = new Map(), isBuiltIn = false }: Pick<ResourceModel, 'definitions' | 'isBuiltIn'>,
    options: CommentOptions,
  ) {
    this.omitsDefaults = !isBuiltIn
    this.#names = names
    this.#imports = imports
    this.#definitions = definitions
    this.#options = options
  }

  nested(schema: JsonSchema, path: SchemaPath): string {
    const name = this.#names.take(path.name)
    const owner = path.text === '' ? name : path.owner
    this.#pending.push({ name, schema, path: { ...path, name, owner } })
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
    const path = rootPath(typeIdentifier(simpleName(reference)))
    // Until its type is known, as a type without a name cannot contain itself.
    this.#references.set(reference, 'unknown')
    const type = isAnyObject(schema) ? ANY_OBJECT : typeOf(schema, path, this)
    this.#references.set(reference, type)
    return type
  }

  /** The declarations of a root and of all types that it consists of. */
  declarations(root: RootType, schema: JsonSchema): readonly string[] {
    // The kind may refer to itself.
    for (const [name, each] of this.#definitions) if (each === schema) this.#references.set(name, root.name)
    const declared = [this.#rootText(root, schema)]
    // The list grows during the loop.
    for (const each of this.#pending) declared.push(this.#nestedText(each))
    return declared
  }

  #rootText({ name, apiVersion, kind, documentation }: RootType, schema: JsonSchema): string {
    const identity = { apiVersion, kind, metadata: this.#imports.use('ObjectMeta') }
    const members = kindMembers(schema, identity, rootPath(name), this, this.#options)
    const parent = this.#imports.use('KubernetesObject')
    return docComment(documentation, '') + declarationText({ name, parent, members, schema })
  }

  #nestedText({ name, schema, path }: Pending): string {
    const comment = docComment(nestedDocumentation(schema, path, this.#options), '')
    return comment + declarationText({ name, members: this.#members(schema, path), schema })
  }

  #members(schema: JsonSchema, path: SchemaPath): readonly Member[] {
    if (!schema['x-kubernetes-embedded-resource']) return membersOf(schema, path, this, this.#options)
    return embeddedMembers(schema, this.#imports.use('ObjectMeta'), path, this, this.#options)
  }
}

/** A component schema without properties describes an object that its server does not prune. */
const isAnyObject = (schema: JsonSchema): boolean =>
  schema.type === 'object' && !hasMembers(schema) && !schema.additionalProperties
