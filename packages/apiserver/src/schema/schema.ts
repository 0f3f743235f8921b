/** The JSON type of a value. */
export type SchemaType =
  | 'object'
  | 'array'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  /** A number or a string (`targetPort: 80`, `targetPort: http`). */
  | 'int-or-string'
  /** Any value (`RawExtension`, `JSON`). */
  | 'any'

/**
 * A node of an API type: of a built-in type from the generated data, or of a CustomResourceDefinition's structural
 * schema. Types are recursive (`JSONSchemaProps`), so members are created when they are first read; traverse a schema
 * only along a value.
 */
export interface Schema {
  readonly type: SchemaType
  /** OpenAPI's format: `int32`, `int64`, `date-time`, `byte`, ... */
  readonly format?: string | undefined
  /** The name of a built-in type, `io.k8s.api.core.v1.Container`; absent in CustomResourceDefinitions. */
  readonly typeName?: string | undefined
  /** The members of an object, by name. */
  readonly properties?: ReadonlyMap<string, Schema> | undefined
  /** The type of a map's values. */
  readonly additionalProperties?: Schema | undefined
  /** The type of an array's items. */
  readonly items?: Schema | undefined
  readonly required?: readonly string[] | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly default?: unknown
  /** Default values of a built-in type's members; an added object gets the defaults of its type. */
  readonly added?: ReadonlyMap<string, unknown> | undefined
  /** Members of a built-in type whose zero value (`0`, `false`, `""`) is kept: pointers in Go. */
  readonly pointers?: ReadonlySet<string> | undefined
  /** Required members that validation reports, with the text after `Required value`. */
  readonly demanded?: ReadonlyMap<string, string> | undefined
  /** Immutable paths of a built-in kind, and the messages about them; `%v` is the new value. */
  readonly immutable?: ReadonlyMap<string, string> | undefined
  /** The Go type if it cannot be derived: `v1.PullPolicy`. */
  readonly goType?: string | undefined
  /** Members of embedded Go structs, with the names of the structs. */
  readonly embedded?: ReadonlyMap<string, string> | undefined
  /** The schema of a custom resource contains rules (`x-kubernetes-validations`), which require a valid object. */
  readonly hasRules?: boolean | undefined
  readonly nullable?: boolean | undefined
  /** Unknown members are kept (`x-kubernetes-preserve-unknown-fields`). */
  readonly preservesUnknown?: boolean | undefined
  /** An object with kind, apiVersion and metadata (`x-kubernetes-embedded-resource`). */
  readonly isEmbeddedResource?: boolean | undefined
  /** How server-side apply merges an array (`x-kubernetes-list-type`). Default: atomic. */
  readonly listType?: 'atomic' | 'set' | 'map' | undefined
  /** The members that identify an item of a `map` list. */
  readonly listMapKeys?: readonly string[] | undefined
  /** Whether server-side apply merges an object or map as one value (`x-kubernetes-map-type`). Default: granular. */
  readonly mapType?: 'atomic' | 'granular' | undefined
  /** How a strategic merge patch merges a list (`x-kubernetes-patch-strategy`). */
  readonly patchStrategy?: string | undefined
  /** The member that identifies an item of a merged list (`x-kubernetes-patch-merge-key`). */
  readonly patchMergeKey?: string | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMinimum?: boolean | undefined
  readonly exclusiveMaximum?: boolean | undefined
  readonly multipleOf?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly pattern?: string | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly uniqueItems?: boolean | undefined
  readonly minProperties?: number | undefined
  readonly maxProperties?: number | undefined
  readonly allOf?: readonly Schema[] | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly oneOf?: readonly Schema[] | undefined
  readonly not?: Schema | undefined
}
