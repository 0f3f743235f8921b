/** The subset of an OpenAPI v3 schema that kube-apiserver uses for built-in types. */
export interface OpenAPISchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, OpenAPISchema>>
  readonly items?: OpenAPISchema
  readonly additionalProperties?: OpenAPISchema
  readonly allOf?: readonly OpenAPISchema[]
  readonly oneOf?: readonly OpenAPISchema[]
  readonly $ref?: string
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[]
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
  readonly 'x-kubernetes-unions'?: readonly unknown[]
}

/** The kind that a schema describes. */
interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Types by full name. */
export type OpenAPITypes = ReadonlyMap<string, OpenAPISchema>

/** The name of the type that a node references, by `$ref` or by an `allOf` of one part. */
export function referenceOf(node: OpenAPISchema): string | undefined {
  const reference = node.$ref ?? node.allOf?.[0]?.$ref
  return reference?.slice(reference.lastIndexOf('/') + 1)
}
