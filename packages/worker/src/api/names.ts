import type { FieldPath, KubernetesObject, ResourceDefinition, TableObject } from '@kube-informer/core'
import type { ResourceName } from './definition.ts'
import type { PredicateCall, PredicateReference } from './expression.ts'

// What a definition gives names to. Definitions of the general type InformerDefinitions have any name.

/** A resource of the definition by name, or any other. */
export type ResourceReference<TDefinitions> = ResourceName<TDefinitions> | ResourceDefinition

/**
 * The definitions themselves. As a mapped type they make TypeScript compare the members of an interface that contains them,
 * not the variance of its parameter: a connection of a definition is then a `Connection`.
 */
export type ComparedByMembers<TDefinitions> = {
  readonly [Name in keyof TDefinitions]: TDefinitions[Name]
}

/** The objects of a resource: of a name in the definition, or of a `ResourceDefinition`. */
export type RowOf<TDefinitions, TResource> = TResource extends keyof TDefinitions
  ? TDefinitions[TResource] extends { readonly resource: ResourceDefinition<infer T> }
    ? OrObject<T>
    : KubernetesObject
  : TResource extends ResourceDefinition<infer T>
    ? T
    : KubernetesObject

/** What a slice shows of a resource: its objects, or with the form `table` those of its Table. */
export type ShownOf<TDefinitions, TResource, TForm> = TForm extends 'table'
  ? TableObject
  : RowOf<TDefinitions, TResource>

/** A path of a `TableObject`: a cell by the position of its column, or a path of the metadata. */
export type TablePath = `cells[${number}]` | FieldPath<TableObject>

/** The general definition has rows of every type. */
type OrObject<T> = [T] extends [never] ? KubernetesObject : T

/** What a field selector of a resource may name; any text where its definition does not say so. */
export type SelectableFieldOf<TDefinitions, TResource> = TResource extends keyof TDefinitions
  ? TDefinitions[TResource] extends { readonly resource: infer TNamed }
    ? FieldOf<TNamed>
    : string
  : FieldOf<TResource>

type FieldOf<TResource> = TResource extends ResourceDefinition<infer _T, infer TField> ? TField : string

/** The subresources of a resource; any text where its definition does not name them. */
export type SubresourceOf<TDefinitions, TResource> = TResource extends keyof TDefinitions
  ? TDefinitions[TResource] extends { readonly resource: infer TNamed }
    ? SubresourceIn<TNamed>
    : string
  : SubresourceIn<TResource>

type SubresourceIn<TResource> =
  TResource extends ResourceDefinition<infer _T, infer _TField, infer TSubresource> ? TSubresource : string

/** The index names of a resource: its own and `namespace`. */
export type IndexOf<TDefinitions, TResource> = 'namespace' | NamesIn<TDefinitions, TResource, 'indexers'>

/** The predicates of a resource: a name, or with arguments a name and `args`. */
export type PredicateOf<TDefinitions, TResource> = TResource extends keyof TDefinitions
  ? string extends keyof TDefinitions
    ? PredicateReference
    : TDefinitions[TResource] extends { readonly predicates: infer TPredicates }
      ? { [TName in TextKey<TPredicates>]: ReferenceTo<TName, TPredicates[TName]> }[TextKey<TPredicates>]
      : never
  : never

/** An optional parameter permits both. */
type ReferenceTo<TName extends string, TPredicate> = TPredicate extends (
  object: never,
  ...rest: infer TRest
) => boolean
  ? TRest extends readonly []
    ? TName
    : PredicateCall<TName, Exclude<TRest[0], undefined>> | ([] extends TRest ? TName : never)
  : never

/** What the rows of a resource can be sorted by: the name of a comparator, or a path with a dot. */
export type SortOf<TDefinitions, TResource> = [TResource] extends [never]
  ? never
  : // A conditional type is computed once for each resource, and a union at each use.
    ComparatorOf<TDefinitions, TResource> | FieldPath<RowOf<TDefinitions, TResource>>

/** The names of a resource's comparators. */
export type ComparatorOf<TDefinitions, TResource> = NamesIn<TDefinitions, TResource, 'comparators'>

/** A resource that the definition does not name has none. */
type NamesIn<TDefinitions, TResource, TMember extends string> = TResource extends keyof TDefinitions
  ? string extends keyof TDefinitions
    ? string
    : TMember extends keyof TDefinitions[TResource]
      ? Extract<keyof NonNullable<TDefinitions[TResource][TMember]>, string>
      : never
  : never

/** The paths that an expression may name; any text where the definition is not known. */
export type PathOf<TDefinitions, TResource> = string extends keyof TDefinitions
  ? string
  : FieldPath<RowOf<TDefinitions, TResource>>

type TextKey<T> = Extract<keyof T, string>
