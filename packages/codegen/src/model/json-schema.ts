import type { GroupVersionKind } from '@kube-informer/core/discovery'
import type { JSONSchema, ValidationRule } from '@kube-informer/core/openapi'

/** A schema of a CustomResourceDefinition or of an OpenAPI v3 document. */
export type JsonSchema = JSONSchema

export type { GroupVersionKind, ValidationRule }
