/** What a value of an API type is in JSON. */
export type SchemaType =
  | 'object'
  | 'array'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  /** A number or a text (`targetPort: 80`, `targetPort: http`). */
  | 'int-or-string'
  /** Anything at all (`RawExtension`, `JSON`). */
  | 'any'

/**
 * One node of an API type: of a built-in one, as the generated data has it, or of a CustomResourceDefinition's
 * structural schema. Types refer to themselves (`JSONSchemaProps`), so members are made when they are first read and
 * must not be walked without an object to walk along.
 */
export interface Schema {
  readonly type: SchemaType
  /** OpenAPI's format: `int32`, `int64`, `date-time`, `byte`, ... */
  readonly format?: string | undefined
  /** The name of a built-in type, `io.k8s.api.core.v1.Container`; absent within CustomResourceDefinitions. */
  readonly typeName?: string | undefined
  /** The members of an object, by name. */
  readonly properties?: ReadonlyMap<string, Schema> | undefined
  /** What the values of a map are. */
  readonly additionalProperties?: Schema | undefined
  /** What the items of an array are. */
  readonly items?: Schema | undefined
  readonly required?: readonly string[] | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly default?: unknown
  /** Members of a built-in type that the server adds where they are missing; those of an added object are its type's. */
  readonly added?: ReadonlyMap<string, unknown> | undefined
  /** Members of a built-in type whose zero value (`0`, `false`, `""`) is not dropped: pointers in Go. */
  readonly pointers?: ReadonlySet<string> | undefined
  /** Members of a built-in type that its validation misses, and what it says then besides `Required value`. */
  readonly demanded?: ReadonlyMap<string, string> | undefined
  /** Paths of a built-in kind that no update may change, and what is said of it; `%v` is the new value. */
  readonly immutable?: ReadonlyMap<string, string> | undefined
  /** How Go calls the type, where that cannot be told from the rest: `v1.PullPolicy`. */
  readonly goType?: string | undefined
  /** Members of a built-in type that are in a Go struct within it, with its name. */
  readonly embedded?: ReadonlyMap<string, string> | undefined
  /** Somewhere in a custom resource there are rules (`x-kubernetes-validations`), which need a valid object. */
  readonly hasRules?: boolean | undefined
  readonly nullable?: boolean | undefined
  /** Members that are not named are kept (`x-kubernetes-preserve-unknown-fields`). */
  readonly preservesUnknown?: boolean | undefined
  /** A whole object with kind, apiVersion and metadata (`x-kubernetes-embedded-resource`). */
  readonly isEmbeddedResource?: boolean | undefined
  /** How server-side apply merges an array (`x-kubernetes-list-type`); absent is atomic. */
  readonly listType?: 'atomic' | 'set' | 'map' | undefined
  /** What tells the items of a `map` list apart. */
  readonly listMapKeys?: readonly string[] | undefined
  /** An atomic object or map is one value to server-side apply (`x-kubernetes-map-type`); absent is granular. */
  readonly mapType?: 'atomic' | 'granular' | undefined
  /** How a strategic merge patch goes about a list (`x-kubernetes-patch-strategy`). */
  readonly patchStrategy?: string | undefined
  /** What tells the items of a merged list apart (`x-kubernetes-patch-merge-key`). */
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
