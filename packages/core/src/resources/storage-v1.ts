// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { LabelSelector } from '../api/label-selector.ts'
import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource, type NamespacedResource } from '../api/resource.ts'
import type { PersistentVolumeSpec, TopologySelectorTerm } from './core-v1.ts'

/** storage.k8s.io/v1 csidrivers, cluster-scoped. */
export const csiDrivers: ClusterResource<CSIDriver, string, never> = /* @__PURE__ */ defineResource({
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'csidrivers',
  kind: 'CSIDriver',
  namespaced: false,
})

/** storage.k8s.io/v1 csinodes, cluster-scoped. */
export const csiNodes: ClusterResource<CSINode, string, 'status'> = /* @__PURE__ */ defineResource({
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'csinodes',
  kind: 'CSINode',
  namespaced: false,
})

/** storage.k8s.io/v1 csistoragecapacities. */
export const csiStorageCapacities: NamespacedResource<CSIStorageCapacity, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'storage.k8s.io',
    version: 'v1',
    plural: 'csistoragecapacities',
    kind: 'CSIStorageCapacity',
    namespaced: true,
  })

/** storage.k8s.io/v1 storageclasses, cluster-scoped. */
export const storageClasses: ClusterResource<StorageClass, string, never> = /* @__PURE__ */ defineResource({
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'storageclasses',
  kind: 'StorageClass',
  namespaced: false,
})

/** storage.k8s.io/v1 volumeattachments, cluster-scoped. */
export const volumeAttachments: ClusterResource<VolumeAttachment, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'storage.k8s.io',
    version: 'v1',
    plural: 'volumeattachments',
    kind: 'VolumeAttachment',
    namespaced: false,
  })

/** storage.k8s.io/v1 volumeattributesclasses, cluster-scoped. */
export const volumeAttributesClasses: ClusterResource<VolumeAttributesClass, string, never> =
  /* @__PURE__ */ defineResource({
    group: 'storage.k8s.io',
    version: 'v1',
    plural: 'volumeattributesclasses',
    kind: 'VolumeAttributesClass',
    namespaced: false,
  })

/** storage/v1 CSIDriver. */
export interface CSIDriver extends KubernetesObject {
  readonly apiVersion?: 'storage.k8s.io/v1'
  readonly kind?: 'CSIDriver'
  readonly metadata?: ObjectMeta
  readonly spec: CSIDriverSpec
}

/** storage/v1 CSIDriverSpec. */
export interface CSIDriverSpec {
  readonly attachRequired?: boolean
  readonly fsGroupPolicy?: string
  readonly nodeAllocatableUpdatePeriodSeconds?: number
  readonly podInfoOnMount?: boolean
  readonly preventPodSchedulingIfMissing?: boolean
  readonly requiresRepublish?: boolean
  readonly seLinuxMount?: boolean
  readonly serviceAccountTokenInSecrets?: boolean
  readonly storageCapacity?: boolean
  readonly tokenRequests?: readonly TokenRequest[]
  readonly volumeLifecycleModes?: readonly string[]
}

/** storage/v1 CSINode. */
export interface CSINode extends KubernetesObject {
  readonly apiVersion?: 'storage.k8s.io/v1'
  readonly kind?: 'CSINode'
  readonly metadata?: ObjectMeta
  readonly spec: CSINodeSpec
  readonly status?: CSINodeStatus
}

/** storage/v1 CSINodeDriver. */
export interface CSINodeDriver {
  readonly allocatable?: VolumeNodeResources
  readonly name: string
  readonly nodeID: string
  readonly topologyKeys?: readonly string[]
}

/** storage/v1 CSINodeSpec. */
export interface CSINodeSpec {
  readonly drivers: readonly CSINodeDriver[]
}

/** storage/v1 CSINodeStatus. */
export interface CSINodeStatus {
  readonly storageHealth?: readonly StorageHealth[]
}

/** storage/v1 CSIStorageCapacity. */
export interface CSIStorageCapacity extends KubernetesObject {
  readonly apiVersion?: 'storage.k8s.io/v1'
  readonly capacity?: string
  readonly kind?: 'CSIStorageCapacity'
  readonly maximumVolumeSize?: string
  readonly metadata?: ObjectMeta
  readonly nodeTopology?: LabelSelector
  readonly storageClassName: string
}

/** storage/v1 StorageClass. */
export interface StorageClass extends KubernetesObject {
  readonly allowVolumeExpansion?: boolean
  readonly allowedTopologies?: readonly TopologySelectorTerm[]
  readonly apiVersion?: 'storage.k8s.io/v1'
  readonly kind?: 'StorageClass'
  readonly metadata?: ObjectMeta
  readonly mountOptions?: readonly string[]
  readonly parameters?: { readonly [key: string]: string }
  readonly provisioner: string
  readonly reclaimPolicy?: 'Delete' | 'Recycle' | 'Retain'
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer'
}

/** storage/v1 StorageHealth. */
export interface StorageHealth {
  readonly healthConditions?: readonly StorageHealthCondition[]
  readonly name: string
}

/** storage/v1 StorageHealthCondition. */
export interface StorageHealthCondition {
  readonly accessMode?: 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod'
  readonly lastTransitionTime?: string
  readonly message?: string
  readonly reason: string
  readonly status: 'StorageDegraded' | 'StorageUnreachable'
  readonly volumeMode?: 'Block' | 'Filesystem'
}

/** storage/v1 TokenRequest. */
export interface TokenRequest {
  readonly audience: string
  readonly expirationSeconds?: number
}

/** storage/v1 VolumeAttachment. */
export interface VolumeAttachment extends KubernetesObject {
  readonly apiVersion?: 'storage.k8s.io/v1'
  readonly kind?: 'VolumeAttachment'
  readonly metadata?: ObjectMeta
  readonly spec: VolumeAttachmentSpec
  readonly status?: VolumeAttachmentStatus
}

/** storage/v1 VolumeAttachmentSource. */
export interface VolumeAttachmentSource {
  readonly inlineVolumeSpec?: PersistentVolumeSpec
  readonly persistentVolumeName?: string
}

/** storage/v1 VolumeAttachmentSpec. */
export interface VolumeAttachmentSpec {
  readonly attacher: string
  readonly nodeName: string
  readonly source: VolumeAttachmentSource
}

/** storage/v1 VolumeAttachmentStatus. */
export interface VolumeAttachmentStatus {
  readonly attachError?: VolumeError
  readonly attached: boolean
  readonly attachmentMetadata?: { readonly [key: string]: string }
  readonly detachError?: VolumeError
}

/** storage/v1 VolumeAttributesClass. */
export interface VolumeAttributesClass extends KubernetesObject {
  readonly apiVersion?: 'storage.k8s.io/v1'
  readonly driverName: string
  readonly kind?: 'VolumeAttributesClass'
  readonly metadata?: ObjectMeta
  readonly parameters?: { readonly [key: string]: string }
}

/** storage/v1 VolumeError. */
export interface VolumeError {
  readonly errorCode?: number
  readonly message?: string
  readonly time?: string
}

/** storage/v1 VolumeNodeResources. */
export interface VolumeNodeResources {
  readonly count?: number
}
