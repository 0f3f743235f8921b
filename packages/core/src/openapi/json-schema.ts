import type { GroupVersionKind } from '../discovery/match-errors.ts'

/**
 * The subset of JSON Schema that kube-apiserver uses: `openAPIV3Schema` of a CustomResourceDefinition, and the component
 * schemas of its OpenAPI v3 documents.
 */
export interface JSONSchema {
  readonly type?: string | undefined
  readonly format?: string | undefined
  readonly description?: string | undefined
  readonly default?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly nullable?: boolean | undefined
  readonly properties?: Readonly<Record<string, JSONSchema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: JSONSchema | undefined
  readonly additionalProperties?: JSONSchema | boolean | undefined
  readonly allOf?: readonly JSONSchema[] | undefined
  readonly anyOf?: readonly JSONSchema[] | undefined
  readonly oneOf?: readonly JSONSchema[] | undefined
  readonly not?: JSONSchema | undefined
  readonly pattern?: string | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMinimum?: boolean | undefined
  readonly exclusiveMaximum?: boolean | undefined
  readonly multipleOf?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly uniqueItems?: boolean | undefined
  readonly minProperties?: number | undefined
  readonly maxProperties?: number | undefined
  /** Not in CustomResourceDefinitions. */
  readonly $ref?: string | undefined
  readonly 'x-kubernetes-int-or-string'?: boolean | undefined
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean | undefined
  readonly 'x-kubernetes-embedded-resource'?: boolean | undefined
  readonly 'x-kubernetes-list-type'?: string | undefined
  readonly 'x-kubernetes-list-map-keys'?: readonly string[] | undefined
  readonly 'x-kubernetes-map-type'?: string | undefined
  readonly 'x-kubernetes-patch-merge-key'?: string | undefined
  readonly 'x-kubernetes-patch-strategy'?: string | undefined
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[] | undefined
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[] | undefined
}

/** A rule in CEL, and what the server says if a value does not comply. */
export interface ValidationRule {
  readonly rule: string
  readonly message?: string | undefined
}

/**
 * The schema of a kind, complete in itself: each `$ref` in it, and in its definitions, is `#/definitions/NAME`. A type of the
 * API may refer to itself.
 */
export interface KindSchema extends JSONSchema {
  /** The types that the schema refers to, directly or not, by their names, e.g. `io.k8s.api.core.v1.PodSpec`. */
  readonly definitions: Readonly<Record<string, JSONSchema>>
}
