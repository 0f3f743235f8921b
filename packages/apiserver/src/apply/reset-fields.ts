import { FieldSet } from './field-set.ts'
import { fieldPath } from './path-element.ts'

/** The properties that decide which fields a write cannot change. */
export interface ResetScope {
  readonly group: string
  readonly kind: string
  readonly isBuiltIn: boolean
  /** Whether the status is a subresource. */
  readonly hasStatus: boolean
}

/** Built-in kinds for which a write of the status resets the metadata; custom resources do, too. */
const STATUS_ALONE = new Set([
  'ClusterTrustBundle',
  'CompositePodGroup',
  'CSINode',
  'DeviceTaintRule',
  'FlowSchema',
  'PodCertificateRequest',
  'PodGroup',
  'PriorityLevelConfiguration',
  'ResourceClaim',
  'ResourcePoolStatusRequest',
  'ServiceCIDR',
  'StorageVersion',
  'StorageVersionMigration',
  'ValidatingAdmissionPolicy',
  'VolumeAttachment',
])

/** A CertificateSigningRequest can only change in its status. */
const REQUEST = 'CertificateSigningRequest.certificates.k8s.io'

/** Fields that a write of the status resets, where there are more than the spec. */
const OF_STATUS: Readonly<Record<string, readonly string[]>> = {
  'Deployment.apps': ['metadata.labels', 'spec'],
  'Pod.': ['metadata.deletionTimestamp', 'metadata.ownerReferences', 'spec'],
  [REQUEST]: ['spec', 'status.conditions'],
}

/**
 * The fields that a write of a resource (or of a subresource) silently resets to their stored values. Such a write does
 * not make its manager their owner.
 */
export function resetFieldsOf(scope: ResetScope, subresource?: string): readonly string[] {
  if (subresource === 'status') return ofStatus(scope)
  if (`${scope.kind}.${scope.group}` === REQUEST)
    return subresource === 'approval' ? ['spec', 'status.certificate'] : ['spec', 'status']
  return scope.hasStatus ? ['status'] : []
}

function ofStatus({ group, kind, isBuiltIn }: ResetScope): readonly string[] {
  if (!isBuiltIn || STATUS_ALONE.has(kind)) return ['metadata', 'spec']
  return OF_STATUS[`${kind}.${group}`] ?? ['spec']
}

/** The same fields as a set of paths. */
export const resetSet = (fields: readonly string[]): FieldSet =>
  FieldSet.of(...fields.map(field => fieldPath(...field.split('.'))))
