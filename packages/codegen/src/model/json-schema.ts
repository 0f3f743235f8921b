/**
 * The subset of a schema that kube-apiserver uses: `openAPIV3Schema` of a CustomResourceDefinition, and the component schemas
 * of its OpenAPI v3 documents.
 */
export interface JsonSchema {
  readonly type?: string | undefined
  readonly format?: string | undefined
  readonly description?: string | undefined
  readonly default?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly nullable?: boolean | undefined
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: JsonSchema | undefined
  readonly additionalProperties?: JsonSchema | boolean | undefined
  readonly allOf?: readonly JsonSchema[] | undefined
  readonly anyOf?: readonly JsonSchema[] | undefined
  readonly oneOf?: readonly JsonSchema[] | undefined
  readonly not?: JsonSchema | undefined
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
  /** Only in OpenAPI documents. */
  readonly $ref?: string | undefined
  readonly 'x-kubernetes-int-or-string'?: boolean | undefined
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean | undefined
  readonly 'x-kubernetes-embedded-resource'?: boolean | undefined
  readonly 'x-kubernetes-list-type'?: string | undefined
  readonly 'x-kubernetes-list-map-keys'?: readonly string[] | undefined
  readonly 'x-kubernetes-map-type'?: string | undefined
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[] | undefined
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[] | undefined
}

/** A rule in CEL, and what the server says if a value does not comply. */
export interface ValidationRule {
  readonly rule: string
  readonly message?: string | undefined
}

/** The kind that a schema of an OpenAPI document describes. */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}
