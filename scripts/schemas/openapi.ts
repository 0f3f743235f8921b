/** As much of an OpenAPI v3 schema as kube-apiserver makes use of for its own types. */
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

/** What a schema is the schema of. */
interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Types by their full names. */
export type OpenAPITypes = ReadonlyMap<string, OpenAPISchema>

/** The name of the type that a node stands for, by `$ref` or as the only part of an `allOf`. */
export function referenceOf(node: OpenAPISchema): string | undefined {
  const reference = node.$ref ?? node.allOf?.[0]?.$ref
  return reference?.slice(reference.lastIndexOf('/') + 1)
}
