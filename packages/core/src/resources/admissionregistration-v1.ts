// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'
import type { Condition } from './meta-v1.ts'

/** admissionregistration.k8s.io/v1 mutatingadmissionpolicies, cluster-scoped. */
export const mutatingAdmissionPolicies: ClusterResource<MutatingAdmissionPolicy, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural: 'mutatingadmissionpolicies',
    kind: 'MutatingAdmissionPolicy',
    namespaced: false,
  })

/** admissionregistration.k8s.io/v1 mutatingadmissionpolicybindings, cluster-scoped. */
export const mutatingAdmissionPolicyBindings: ClusterResource<MutatingAdmissionPolicyBinding, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural: 'mutatingadmissionpolicybindings',
    kind: 'MutatingAdmissionPolicyBinding',
    namespaced: false,
  })

/** admissionregistration.k8s.io/v1 mutatingwebhookconfigurations, cluster-scoped. */
export const mutatingWebhookConfigurations: ClusterResource<MutatingWebhookConfiguration, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural: 'mutatingwebhookconfigurations',
    kind: 'MutatingWebhookConfiguration',
    namespaced: false,
  })

/** admissionregistration.k8s.io/v1 validatingadmissionpolicies, cluster-scoped. */
export const validatingAdmissionPolicies: ClusterResource<ValidatingAdmissionPolicy, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural: 'validatingadmissionpolicies',
    kind: 'ValidatingAdmissionPolicy',
    namespaced: false,
  })

/** admissionregistration.k8s.io/v1 validatingadmissionpolicybindings, cluster-scoped. */
export const validatingAdmissionPolicyBindings: ClusterResource<
  ValidatingAdmissionPolicyBinding,
  string,
  never
> = /* @__PURE__ */ defineResource({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  plural: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
  namespaced: false,
})

/** admissionregistration.k8s.io/v1 validatingwebhookconfigurations, cluster-scoped. */
export const validatingWebhookConfigurations: ClusterResource<ValidatingWebhookConfiguration, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural: 'validatingwebhookconfigurations',
    kind: 'ValidatingWebhookConfiguration',
    namespaced: false,
  })

/** admissionregistration/v1 ApplyConfiguration. */
export interface ApplyConfiguration {
  readonly expression?: string
}

/** admissionregistration/v1 AuditAnnotation. */
export interface AuditAnnotation {
  readonly key: string
  readonly valueExpression: string
}

/** admissionregistration/v1 ExpressionWarning. */
export interface ExpressionWarning {
  readonly fieldRef: string
  readonly warning: string
}

/** admissionregistration/v1 JSONPatch. */
export interface JSONPatch {
  readonly expression?: string
}

/** admissionregistration/v1 MatchCondition. */
export interface MatchCondition {
  readonly expression: string
  readonly name: string
}

/** admissionregistration/v1 MatchResources. */
export interface MatchResources {
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[]
  readonly matchPolicy?: 'Equivalent' | 'Exact'
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly resourceRules?: readonly NamedRuleWithOperations[]
}

/** admissionregistration/v1 MutatingAdmissionPolicy. */
export interface MutatingAdmissionPolicy extends KubernetesObject {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1'
  readonly kind?: 'MutatingAdmissionPolicy'
  readonly metadata?: ObjectMeta
  readonly spec?: MutatingAdmissionPolicySpec
}

/** admissionregistration/v1 MutatingAdmissionPolicyBinding. */
export interface MutatingAdmissionPolicyBinding extends KubernetesObject {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1'
  readonly kind?: 'MutatingAdmissionPolicyBinding'
  readonly metadata?: ObjectMeta
  readonly spec?: MutatingAdmissionPolicyBindingSpec
}

/** admissionregistration/v1 MutatingAdmissionPolicyBindingSpec. */
export interface MutatingAdmissionPolicyBindingSpec {
  readonly matchResources?: MatchResources
  readonly paramRef?: ParamRef
  readonly policyName?: string
}

/** admissionregistration/v1 MutatingAdmissionPolicySpec. */
export interface MutatingAdmissionPolicySpec {
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly matchConditions?: readonly MatchCondition[]
  readonly matchConstraints?: MatchResources
  readonly mutations?: readonly Mutation[]
  readonly paramKind?: ParamKind
  readonly reinvocationPolicy?: 'IfNeeded' | 'Never'
  readonly variables?: readonly Variable[]
}

/** admissionregistration/v1 MutatingWebhook. */
export interface MutatingWebhook {
  readonly admissionReviewVersions: readonly string[]
  readonly clientConfig: WebhookClientConfig
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly matchConditions?: readonly MatchCondition[]
  readonly matchPolicy?: 'Equivalent' | 'Exact'
  readonly name: string
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly reinvocationPolicy?: 'IfNeeded' | 'Never'
  readonly rules?: readonly RuleWithOperations[]
  readonly sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
  readonly timeoutSeconds?: number
}

/** admissionregistration/v1 MutatingWebhookConfiguration. */
export interface MutatingWebhookConfiguration extends KubernetesObject {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1'
  readonly kind?: 'MutatingWebhookConfiguration'
  readonly metadata?: ObjectMeta
  readonly webhooks?: readonly MutatingWebhook[]
}

/** admissionregistration/v1 Mutation. */
export interface Mutation {
  readonly applyConfiguration?: ApplyConfiguration
  readonly jsonPatch?: JSONPatch
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch'
}

/** admissionregistration/v1 NamedRuleWithOperations. */
export interface NamedRuleWithOperations {
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly operations?: readonly ('*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE')[]
  readonly resourceNames?: readonly string[]
  readonly resources?: readonly string[]
  readonly scope?: '*' | 'Cluster' | 'Namespaced'
}

/** admissionregistration/v1 ParamKind. */
export interface ParamKind {
  readonly apiVersion?: string
  readonly kind?: string
}

/** admissionregistration/v1 ParamRef. */
export interface ParamRef {
  readonly name?: string
  readonly namespace?: string
  readonly parameterNotFoundAction?: string
  readonly selector?: LabelSelector
}

/** admissionregistration/v1 RuleWithOperations. */
export interface RuleWithOperations {
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly operations?: readonly ('*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE')[]
  readonly resources?: readonly string[]
  readonly scope?: '*' | 'Cluster' | 'Namespaced'
}

/** admissionregistration/v1 ServiceReference. */
export interface ServiceReference {
  readonly name: string
  readonly namespace: string
  readonly path?: string
  readonly port?: number
}

/** admissionregistration/v1 TypeChecking. */
export interface TypeChecking {
  readonly expressionWarnings?: readonly ExpressionWarning[]
}

/** admissionregistration/v1 ValidatingAdmissionPolicy. */
export interface ValidatingAdmissionPolicy extends KubernetesObject {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1'
  readonly kind?: 'ValidatingAdmissionPolicy'
  readonly metadata?: ObjectMeta
  readonly spec?: ValidatingAdmissionPolicySpec
  readonly status?: ValidatingAdmissionPolicyStatus
}

/** admissionregistration/v1 ValidatingAdmissionPolicyBinding. */
export interface ValidatingAdmissionPolicyBinding extends KubernetesObject {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1'
  readonly kind?: 'ValidatingAdmissionPolicyBinding'
  readonly metadata?: ObjectMeta
  readonly spec: ValidatingAdmissionPolicyBindingSpec
}

/** admissionregistration/v1 ValidatingAdmissionPolicyBindingSpec. */
export interface ValidatingAdmissionPolicyBindingSpec {
  readonly matchResources?: MatchResources
  readonly paramRef?: ParamRef
  readonly policyName: string
  readonly validationActions: readonly ('Audit' | 'Deny' | 'Warn')[]
}

/** admissionregistration/v1 ValidatingAdmissionPolicySpec. */
export interface ValidatingAdmissionPolicySpec {
  readonly auditAnnotations?: readonly AuditAnnotation[]
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly matchConditions?: readonly MatchCondition[]
  readonly matchConstraints?: MatchResources
  readonly paramKind?: ParamKind
  readonly validations?: readonly Validation[]
  readonly variables?: readonly Variable[]
}

/** admissionregistration/v1 ValidatingAdmissionPolicyStatus. */
export interface ValidatingAdmissionPolicyStatus {
  readonly conditions?: readonly Condition[]
  readonly observedGeneration?: number
  readonly typeChecking?: TypeChecking
}

/** admissionregistration/v1 ValidatingWebhook. */
export interface ValidatingWebhook {
  readonly admissionReviewVersions: readonly string[]
  readonly clientConfig: WebhookClientConfig
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly matchConditions?: readonly MatchCondition[]
  readonly matchPolicy?: 'Equivalent' | 'Exact'
  readonly name: string
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly rules?: readonly RuleWithOperations[]
  readonly sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
  readonly timeoutSeconds?: number
}

/** admissionregistration/v1 ValidatingWebhookConfiguration. */
export interface ValidatingWebhookConfiguration extends KubernetesObject {
  readonly apiVersion?: 'admissionregistration.k8s.io/v1'
  readonly kind?: 'ValidatingWebhookConfiguration'
  readonly metadata?: ObjectMeta
  readonly webhooks?: readonly ValidatingWebhook[]
}

/** admissionregistration/v1 Validation. */
export interface Validation {
  readonly expression: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
}

/** admissionregistration/v1 Variable. */
export interface Variable {
  readonly expression: string
  readonly name: string
}

/** admissionregistration/v1 WebhookClientConfig. */
export interface WebhookClientConfig {
  readonly caBundle?: string
  readonly service?: ServiceReference
  readonly url?: string
}
