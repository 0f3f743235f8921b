// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'

/** apiextensions.k8s.io/v1 customresourcedefinitions, cluster-scoped. */
export const customResourceDefinitions: ClusterResource<CustomResourceDefinition, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'apiextensions.k8s.io',
    version: 'v1',
    plural: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  })

/** apiextensions/v1 CustomResourceColumnDefinition. */
export interface CustomResourceColumnDefinition {
  readonly description?: string
  readonly format?: string
  readonly jsonPath: string
  readonly name: string
  readonly priority?: number
  readonly type: string
}

/** apiextensions/v1 CustomResourceConversion. */
export interface CustomResourceConversion {
  readonly strategy: string
  readonly webhook?: WebhookConversion
}

/** apiextensions/v1 CustomResourceDefinition. */
export interface CustomResourceDefinition extends KubernetesObject {
  readonly apiVersion?: 'apiextensions.k8s.io/v1'
  readonly kind?: 'CustomResourceDefinition'
  readonly metadata?: ObjectMeta
  readonly spec: CustomResourceDefinitionSpec
  readonly status?: CustomResourceDefinitionStatus
}

/** apiextensions/v1 CustomResourceDefinitionCondition. */
export interface CustomResourceDefinitionCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly observedGeneration?: number
  readonly reason?: string
  readonly status: string
  readonly type: string
}

/** apiextensions/v1 CustomResourceDefinitionNames. */
export interface CustomResourceDefinitionNames {
  readonly categories?: readonly string[]
  readonly kind: string
  readonly listKind?: string
  readonly plural: string
  readonly shortNames?: readonly string[]
  readonly singular?: string
}

/** apiextensions/v1 CustomResourceDefinitionSpec. */
export interface CustomResourceDefinitionSpec {
  readonly conversion?: CustomResourceConversion
  readonly group: string
  readonly names: CustomResourceDefinitionNames
  readonly preserveUnknownFields?: boolean
  readonly scope: string
  readonly versions: readonly CustomResourceDefinitionVersion[]
}

/** apiextensions/v1 CustomResourceDefinitionStatus. */
export interface CustomResourceDefinitionStatus {
  readonly acceptedNames?: CustomResourceDefinitionNames
  readonly conditions?: readonly CustomResourceDefinitionCondition[]
  readonly observedGeneration?: number
  readonly storedVersions?: readonly string[]
}

/** apiextensions/v1 CustomResourceDefinitionVersion. */
export interface CustomResourceDefinitionVersion {
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[]
  readonly deprecated?: boolean
  readonly deprecationWarning?: string
  readonly name: string
  readonly schema?: CustomResourceValidation
  readonly selectableFields?: readonly SelectableField[]
  readonly served: boolean
  readonly storage: boolean
  readonly subresources?: CustomResourceSubresources
}

/** apiextensions/v1 CustomResourceSubresourceScale. */
export interface CustomResourceSubresourceScale {
  readonly labelSelectorPath?: string
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
}

/** apiextensions/v1 CustomResourceSubresourceStatus. */
export type CustomResourceSubresourceStatus = { readonly [key: string]: unknown }

/** apiextensions/v1 CustomResourceSubresources. */
export interface CustomResourceSubresources {
  readonly scale?: CustomResourceSubresourceScale
  readonly status?: CustomResourceSubresourceStatus
}

/** apiextensions/v1 CustomResourceValidation. */
export interface CustomResourceValidation {
  readonly openAPIV3Schema?: JSONSchemaProps
}

/** apiextensions/v1 ExternalDocumentation. */
export interface ExternalDocumentation {
  readonly description?: string
  readonly url?: string
}

/** apiextensions/v1 JSONSchemaProps. */
export interface JSONSchemaProps {
  readonly $ref?: string
  readonly $schema?: string
  readonly additionalItems?: JSONSchemaProps | boolean
  readonly additionalProperties?: JSONSchemaProps | boolean
  readonly allOf?: readonly JSONSchemaProps[]
  readonly anyOf?: readonly JSONSchemaProps[]
  readonly default?: unknown
  readonly definitions?: { readonly [key: string]: JSONSchemaProps }
  readonly dependencies?: { readonly [key: string]: JSONSchemaProps | readonly string[] }
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly example?: unknown
  readonly exclusiveMaximum?: boolean
  readonly exclusiveMinimum?: boolean
  readonly externalDocs?: ExternalDocumentation
  readonly format?: string
  readonly id?: string
  readonly items?: JSONSchemaProps | readonly JSONSchemaProps[]
  readonly maxItems?: number
  readonly maxLength?: number
  readonly maxProperties?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly minProperties?: number
  readonly minimum?: number
  readonly multipleOf?: number
  readonly not?: JSONSchemaProps
  readonly nullable?: boolean
  readonly oneOf?: readonly JSONSchemaProps[]
  readonly pattern?: string
  readonly patternProperties?: { readonly [key: string]: JSONSchemaProps }
  readonly properties?: { readonly [key: string]: JSONSchemaProps }
  readonly required?: readonly string[]
  readonly title?: string
  readonly type?: string
  readonly uniqueItems?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[]
}

/** apiextensions/v1 SelectableField. */
export interface SelectableField {
  readonly jsonPath: string
}

/** apiextensions/v1 ServiceReference. */
export interface ServiceReference {
  readonly name: string
  readonly namespace: string
  readonly path?: string
  readonly port?: number
}

/** apiextensions/v1 ValidationRule. */
export interface ValidationRule {
  readonly fieldPath?: string
  readonly message?: string
  readonly messageExpression?: string
  readonly optionalOldSelf?: boolean
  readonly reason?: 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired'
  readonly rule: string
}

/** apiextensions/v1 WebhookClientConfig. */
export interface WebhookClientConfig {
  readonly caBundle?: string
  readonly service?: ServiceReference
  readonly url?: string
}

/** apiextensions/v1 WebhookConversion. */
export interface WebhookConversion {
  readonly clientConfig?: WebhookClientConfig
  readonly conversionReviewVersions: readonly string[]
}
