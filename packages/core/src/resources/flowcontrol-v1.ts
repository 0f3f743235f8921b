// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'

/** flowcontrol.apiserver.k8s.io/v1 flowschemas, cluster-scoped. */
export const flowSchemas: ClusterResource<FlowSchema, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  plural: 'flowschemas',
  kind: 'FlowSchema',
  namespaced: false,
})

/** flowcontrol.apiserver.k8s.io/v1 prioritylevelconfigurations, cluster-scoped. */
export const priorityLevelConfigurations: ClusterResource<PriorityLevelConfiguration, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1',
    plural: 'prioritylevelconfigurations',
    kind: 'PriorityLevelConfiguration',
    namespaced: false,
  })

/** flowcontrol/v1 ExemptPriorityLevelConfiguration. */
export interface ExemptPriorityLevelConfiguration {
  readonly lendablePercent?: number
  readonly nominalConcurrencyShares?: number
}

/** flowcontrol/v1 FlowDistinguisherMethod. */
export interface FlowDistinguisherMethod {
  readonly type: string
}

/** flowcontrol/v1 FlowSchema. */
export interface FlowSchema extends KubernetesObject {
  readonly apiVersion?: 'flowcontrol.apiserver.k8s.io/v1'
  readonly kind?: 'FlowSchema'
  readonly metadata?: ObjectMeta
  readonly spec: FlowSchemaSpec
  readonly status?: FlowSchemaStatus
}

/** flowcontrol/v1 FlowSchemaCondition. */
export interface FlowSchemaCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status?: string
  readonly type: string
}

/** flowcontrol/v1 FlowSchemaSpec. */
export interface FlowSchemaSpec {
  readonly distinguisherMethod?: FlowDistinguisherMethod
  readonly matchingPrecedence?: number
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference
  readonly rules?: readonly PolicyRulesWithSubjects[]
}

/** flowcontrol/v1 FlowSchemaStatus. */
export interface FlowSchemaStatus {
  readonly conditions?: readonly FlowSchemaCondition[]
}

/** flowcontrol/v1 GroupSubject. */
export interface GroupSubject {
  readonly name: string
}

/** flowcontrol/v1 LimitResponse. */
export interface LimitResponse {
  readonly queuing?: QueuingConfiguration
  readonly type: string
}

/** flowcontrol/v1 LimitedPriorityLevelConfiguration. */
export interface LimitedPriorityLevelConfiguration {
  readonly borrowingLimitPercent?: number
  readonly lendablePercent?: number
  readonly limitResponse: LimitResponse
  readonly nominalConcurrencyShares?: number
}

/** flowcontrol/v1 NonResourcePolicyRule. */
export interface NonResourcePolicyRule {
  readonly nonResourceURLs: readonly string[]
  readonly verbs: readonly string[]
}

/** flowcontrol/v1 PolicyRulesWithSubjects. */
export interface PolicyRulesWithSubjects {
  readonly nonResourceRules?: readonly NonResourcePolicyRule[]
  readonly resourceRules?: readonly ResourcePolicyRule[]
  readonly subjects: readonly Subject[]
}

/** flowcontrol/v1 PriorityLevelConfiguration. */
export interface PriorityLevelConfiguration extends KubernetesObject {
  readonly apiVersion?: 'flowcontrol.apiserver.k8s.io/v1'
  readonly kind?: 'PriorityLevelConfiguration'
  readonly metadata?: ObjectMeta
  readonly spec: PriorityLevelConfigurationSpec
  readonly status?: PriorityLevelConfigurationStatus
}

/** flowcontrol/v1 PriorityLevelConfigurationCondition. */
export interface PriorityLevelConfigurationCondition {
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason?: string
  readonly status?: string
  readonly type: string
}

/** flowcontrol/v1 PriorityLevelConfigurationReference. */
export interface PriorityLevelConfigurationReference {
  readonly name: string
}

/** flowcontrol/v1 PriorityLevelConfigurationSpec. */
export interface PriorityLevelConfigurationSpec {
  readonly exempt?: ExemptPriorityLevelConfiguration
  readonly limited?: LimitedPriorityLevelConfiguration
  readonly type: string
}

/** flowcontrol/v1 PriorityLevelConfigurationStatus. */
export interface PriorityLevelConfigurationStatus {
  readonly conditions?: readonly PriorityLevelConfigurationCondition[]
}

/** flowcontrol/v1 QueuingConfiguration. */
export interface QueuingConfiguration {
  readonly handSize?: number
  readonly queueLengthLimit?: number
  readonly queues?: number
}

/** flowcontrol/v1 ResourcePolicyRule. */
export interface ResourcePolicyRule {
  readonly apiGroups: readonly string[]
  readonly clusterScope?: boolean
  readonly namespaces?: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

/** flowcontrol/v1 ServiceAccountSubject. */
export interface ServiceAccountSubject {
  readonly name: string
  readonly namespace: string
}

/** flowcontrol/v1 Subject. */
export interface Subject {
  readonly group?: GroupSubject
  readonly kind: string
  readonly serviceAccount?: ServiceAccountSubject
  readonly user?: UserSubject
}

/** flowcontrol/v1 UserSubject. */
export interface UserSubject {
  readonly name: string
}
