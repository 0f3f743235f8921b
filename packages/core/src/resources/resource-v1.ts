// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../api/resource.ts'
import type { NodeSelector } from './core-v1.ts'
import type { Condition } from './meta-v1.ts'

/** resource.k8s.io/v1 deviceclasses, cluster-scoped. */
export const deviceClasses: ClusterResource<DeviceClass, string, never> = /* @__PURE__ */ defineResource({
  group: 'resource.k8s.io',
  version: 'v1',
  plural: 'deviceclasses',
  kind: 'DeviceClass',
  namespaced: false,
})

/** resource.k8s.io/v1 devicetaintrules, cluster-scoped. */
export const deviceTaintRules: ClusterResource<DeviceTaintRule, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'resource.k8s.io',
    version: 'v1',
    plural: 'devicetaintrules',
    kind: 'DeviceTaintRule',
    namespaced: false,
  })

/** resource.k8s.io/v1 resourceclaims. */
export const resourceClaims: NamespacedResource<ResourceClaim, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'resource.k8s.io',
    version: 'v1',
    plural: 'resourceclaims',
    kind: 'ResourceClaim',
    namespaced: true,
  })

/** resource.k8s.io/v1 resourceclaimtemplates. */
export const resourceClaimTemplates: NamespacedResource<ResourceClaimTemplate, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'resource.k8s.io',
    version: 'v1',
    plural: 'resourceclaimtemplates',
    kind: 'ResourceClaimTemplate',
    namespaced: true,
  })

/** resource.k8s.io/v1 resourceslices, cluster-scoped. */
export const resourceSlices: ClusterResource<ResourceSlice, string, never> = /* @__PURE__ */ defineResource({
  group: 'resource.k8s.io',
  version: 'v1',
  plural: 'resourceslices',
  kind: 'ResourceSlice',
  namespaced: false,
})

/** resource/v1 AllocatedDeviceStatus. */
export interface AllocatedDeviceStatus {
  readonly conditions?: readonly Condition[]
  readonly data?: { readonly [key: string]: unknown }
  readonly device: string
  readonly driver: string
  readonly networkData?: NetworkDeviceData
  readonly pool: string
  readonly shareID?: string
}

/** resource/v1 AllocationResult. */
export interface AllocationResult {
  readonly allocationTimestamp?: string
  readonly devices?: DeviceAllocationResult
  readonly nodeSelector?: NodeSelector
}

/** resource/v1 CELDeviceSelector. */
export interface CELDeviceSelector {
  readonly expression: string
}

/** resource/v1 CapacityRequestPolicy. */
export interface CapacityRequestPolicy {
  readonly default?: string
  readonly validRange?: CapacityRequestPolicyRange
  readonly validValues?: readonly string[]
}

/** resource/v1 CapacityRequestPolicyRange. */
export interface CapacityRequestPolicyRange {
  readonly max?: string
  readonly min: string
  readonly step?: string
}

/** resource/v1 CapacityRequirements. */
export interface CapacityRequirements {
  readonly requests?: { readonly [key: string]: string }
}

/** resource/v1 Counter. */
export interface Counter {
  readonly value: string
}

/** resource/v1 CounterSet. */
export interface CounterSet {
  readonly counters: { readonly [key: string]: Counter }
  readonly name: string
}

/** resource/v1 Device. */
export interface Device {
  readonly allNodes?: boolean
  readonly allowMultipleAllocations?: boolean
  readonly attributes?: { readonly [key: string]: DeviceAttribute }
  readonly bindingConditions?: readonly string[]
  readonly bindingFailureConditions?: readonly string[]
  readonly bindsToNode?: boolean
  readonly capacity?: { readonly [key: string]: DeviceCapacity }
  readonly consumesCounters?: readonly DeviceCounterConsumption[]
  readonly name: string
  readonly nodeAllocatableResources?: { readonly [key: string]: NodeAllocatableResource }
  readonly nodeName?: string
  readonly nodeSelector?: NodeSelector
  readonly taints?: readonly DeviceTaint[]
}

/** resource/v1 DeviceAllocationConfiguration. */
export interface DeviceAllocationConfiguration {
  readonly opaque?: OpaqueDeviceConfiguration
  readonly requests?: readonly string[]
  readonly source: 'FromClaim' | 'FromClass'
}

/** resource/v1 DeviceAllocationResult. */
export interface DeviceAllocationResult {
  readonly config?: readonly DeviceAllocationConfiguration[]
  readonly results?: readonly DeviceRequestAllocationResult[]
}

/** resource/v1 DeviceAttribute. */
export interface DeviceAttribute {
  readonly bool?: boolean
  readonly bools?: readonly boolean[]
  readonly int?: number
  readonly ints?: readonly number[]
  readonly string?: string
  readonly strings?: readonly string[]
  readonly version?: string
  readonly versions?: readonly string[]
}

/** resource/v1 DeviceCapacity. */
export interface DeviceCapacity {
  readonly requestPolicy?: CapacityRequestPolicy
  readonly value: string
}

/** resource/v1 DeviceClaim. */
export interface DeviceClaim {
  readonly config?: readonly DeviceClaimConfiguration[]
  readonly constraints?: readonly DeviceConstraint[]
  readonly requests?: readonly DeviceRequest[]
}

/** resource/v1 DeviceClaimConfiguration. */
export interface DeviceClaimConfiguration {
  readonly opaque?: OpaqueDeviceConfiguration
  readonly requests?: readonly string[]
}

/** resource/v1 DeviceClass. */
export interface DeviceClass extends KubernetesObject {
  readonly apiVersion?: 'resource.k8s.io/v1'
  readonly kind?: 'DeviceClass'
  readonly metadata?: ObjectMeta
  readonly spec?: DeviceClassSpec
}

/** resource/v1 DeviceClassConfiguration. */
export interface DeviceClassConfiguration {
  readonly opaque?: OpaqueDeviceConfiguration
}

/** resource/v1 DeviceClassSpec. */
export interface DeviceClassSpec {
  readonly config?: readonly DeviceClassConfiguration[]
  readonly extendedResourceName?: string
  readonly selectors?: readonly DeviceSelector[]
}

/** resource/v1 DeviceConstraint. */
export interface DeviceConstraint {
  readonly distinctAttribute?: string
  readonly matchAttribute?: string
  readonly requests?: readonly string[]
}

/** resource/v1 DeviceCounterConsumption. */
export interface DeviceCounterConsumption {
  readonly compatibilityGroups?: readonly string[]
  readonly counterSet: string
  readonly counters: { readonly [key: string]: Counter }
}

/** resource/v1 DeviceDerivedAttribute. */
export interface DeviceDerivedAttribute {
  readonly expression: string
  readonly name: string
}

/** resource/v1 DeviceRequest. */
export interface DeviceRequest {
  readonly exactly?: ExactDeviceRequest
  readonly firstAvailable?: readonly DeviceSubRequest[]
  readonly name: string
}

/** resource/v1 DeviceRequestAllocationResult. */
export interface DeviceRequestAllocationResult {
  readonly adminAccess?: boolean
  readonly bindingConditions?: readonly string[]
  readonly bindingFailureConditions?: readonly string[]
  readonly consumedCapacity?: { readonly [key: string]: string }
  readonly device: string
  readonly driver: string
  readonly pool: string
  readonly request: string
  readonly shareID?: string
  readonly skipNodeOperations?: readonly ('*' | 'NodePrepareResources' | 'NodeUnprepareResources')[]
  readonly tolerations?: readonly DeviceToleration[]
}

/** resource/v1 DeviceSelector. */
export interface DeviceSelector {
  readonly cel?: CELDeviceSelector
}

/** resource/v1 DeviceSubRequest. */
export interface DeviceSubRequest {
  readonly allocationMode?: 'All' | 'ExactCount'
  readonly capacity?: CapacityRequirements
  readonly count?: number
  readonly derivedAttributes?: readonly DeviceDerivedAttribute[]
  readonly deviceClassName: string
  readonly name: string
  readonly selectors?: readonly DeviceSelector[]
  readonly tolerations?: readonly DeviceToleration[]
}

/** resource/v1 DeviceTaint. */
export interface DeviceTaint {
  readonly effect: 'NoExecute' | 'NoSchedule' | 'None'
  readonly key: string
  readonly timeAdded?: string
  readonly value?: string
}

/** resource/v1 DeviceTaintRule. */
export interface DeviceTaintRule extends KubernetesObject {
  readonly apiVersion?: 'resource.k8s.io/v1'
  readonly kind?: 'DeviceTaintRule'
  readonly metadata?: ObjectMeta
  readonly spec: DeviceTaintRuleSpec
  readonly status?: DeviceTaintRuleStatus
}

/** resource/v1 DeviceTaintRuleSpec. */
export interface DeviceTaintRuleSpec {
  readonly deviceSelector?: DeviceTaintSelector
  readonly taint: DeviceTaint
}

/** resource/v1 DeviceTaintRuleStatus. */
export interface DeviceTaintRuleStatus {
  readonly conditions?: readonly Condition[]
}

/** resource/v1 DeviceTaintSelector. */
export interface DeviceTaintSelector {
  readonly device?: string
  readonly driver?: string
  readonly pool?: string
}

/** resource/v1 DeviceToleration. */
export interface DeviceToleration {
  readonly effect?: 'NoExecute' | 'NoSchedule' | 'None'
  readonly key?: string
  readonly operator?: 'Equal' | 'Exists'
  readonly tolerationSeconds?: number
  readonly value?: string
}

/** resource/v1 ExactDeviceRequest. */
export interface ExactDeviceRequest {
  readonly adminAccess?: boolean
  readonly allocationMode?: 'All' | 'ExactCount'
  readonly capacity?: CapacityRequirements
  readonly count?: number
  readonly derivedAttributes?: readonly DeviceDerivedAttribute[]
  readonly deviceClassName: string
  readonly selectors?: readonly DeviceSelector[]
  readonly tolerations?: readonly DeviceToleration[]
}

/** resource/v1 NetworkDeviceData. */
export interface NetworkDeviceData {
  readonly hardwareAddress?: string
  readonly interfaceName?: string
  readonly ips?: readonly string[]
}

/** resource/v1 NodeAllocatableMapping. */
export interface NodeAllocatableMapping {
  readonly capacityKey?: string
  readonly capacityMultiplier?: string
  readonly deviceMultiplier?: string
}

/** resource/v1 NodeAllocatableOverhead. */
export interface NodeAllocatableOverhead {
  readonly perContainer?: string
  readonly perPod?: string
}

/** resource/v1 NodeAllocatableResource. */
export interface NodeAllocatableResource {
  readonly mapping?: NodeAllocatableMapping
  readonly overhead?: NodeAllocatableOverhead
}

/** resource/v1 OpaqueDeviceConfiguration. */
export interface OpaqueDeviceConfiguration {
  readonly driver: string
  readonly parameters: { readonly [key: string]: unknown }
}

/** resource/v1 ResourceClaim. */
export interface ResourceClaim extends KubernetesObject {
  readonly apiVersion?: 'resource.k8s.io/v1'
  readonly kind?: 'ResourceClaim'
  readonly metadata?: ObjectMeta
  readonly spec?: ResourceClaimSpec
  readonly status?: ResourceClaimStatus
}

/** resource/v1 ResourceClaimConsumerReference. */
export interface ResourceClaimConsumerReference {
  readonly apiGroup?: string
  readonly name: string
  readonly resource: string
  readonly uid: string
}

/** resource/v1 ResourceClaimSpec. */
export interface ResourceClaimSpec {
  readonly devices?: DeviceClaim
}

/** resource/v1 ResourceClaimStatus. */
export interface ResourceClaimStatus {
  readonly allocation?: AllocationResult
  readonly devices?: readonly AllocatedDeviceStatus[]
  readonly reservedFor?: readonly ResourceClaimConsumerReference[]
}

/** resource/v1 ResourceClaimTemplate. */
export interface ResourceClaimTemplate extends KubernetesObject {
  readonly apiVersion?: 'resource.k8s.io/v1'
  readonly kind?: 'ResourceClaimTemplate'
  readonly metadata?: ObjectMeta
  readonly spec?: ResourceClaimTemplateSpec
}

/** resource/v1 ResourceClaimTemplateSpec. */
export interface ResourceClaimTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec?: ResourceClaimSpec
}

/** resource/v1 ResourcePool. */
export interface ResourcePool {
  readonly generation: number
  readonly name: string
  readonly resourceSliceCount: number
}

/** resource/v1 ResourceSlice. */
export interface ResourceSlice extends KubernetesObject {
  readonly apiVersion?: 'resource.k8s.io/v1'
  readonly kind?: 'ResourceSlice'
  readonly metadata?: ObjectMeta
  readonly spec: ResourceSliceSpec
}

/** resource/v1 ResourceSliceSpec. */
export interface ResourceSliceSpec {
  readonly allNodes?: boolean
  readonly devices?: readonly Device[]
  readonly driver: string
  readonly nodeName?: string
  readonly nodeSelector?: NodeSelector
  readonly partitionTypeAttribute?: string
  readonly perDeviceNodeSelection?: boolean
  readonly pool: ResourcePool
  readonly sharedCounters?: readonly CounterSet[]
  readonly skipNodeOperations?: readonly ('*' | 'NodePrepareResources' | 'NodeUnprepareResources')[]
}
