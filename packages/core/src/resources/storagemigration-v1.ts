// Generated from kube-apiserver v1.37.1, not to be edited: npm run generate -- resources

import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { type ClusterResource, defineResource } from '../api/resource.ts'
import type { Condition, GroupResource } from './meta-v1.ts'

/** storagemigration.k8s.io/v1 storageversionmigrations, cluster-scoped. */
export const storageVersionMigrations: ClusterResource<StorageVersionMigration, string, 'status'> =
  /* @__PURE__ */ defineResource({
    group: 'storagemigration.k8s.io',
    version: 'v1',
    plural: 'storageversionmigrations',
    kind: 'StorageVersionMigration',
    namespaced: false,
  })

/** storagemigration/v1 StorageVersionMigration. */
export interface StorageVersionMigration extends KubernetesObject {
  readonly apiVersion?: 'storagemigration.k8s.io/v1'
  readonly kind?: 'StorageVersionMigration'
  readonly metadata?: ObjectMeta
  readonly spec?: StorageVersionMigrationSpec
  readonly status?: StorageVersionMigrationStatus
}

/** storagemigration/v1 StorageVersionMigrationSpec. */
export interface StorageVersionMigrationSpec {
  readonly resource: GroupResource
}

/** storagemigration/v1 StorageVersionMigrationStatus. */
export interface StorageVersionMigrationStatus {
  readonly conditions?: readonly Condition[]
  readonly resourceVersion?: string
}
