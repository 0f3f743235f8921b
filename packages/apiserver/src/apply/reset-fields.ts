import { FieldSet } from './field-set.ts'
import { fieldPath } from './path-element.ts'

/** What decides which fields a write cannot change. */
export interface ResetScope {
  readonly group: string
  readonly kind: string
  readonly isBuiltIn: boolean
  /** Whether the status is a subresource of its own. */
  readonly hasStatus: boolean
}

/** Kinds whose status cannot be written together with metadata, besides custom resources. */
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

/** Nothing of a request for a certificate changes but its status, part by part. */
const REQUEST = 'CertificateSigningRequest.certificates.k8s.io'

/** What the status of these kinds cannot be written with, where it is more than the spec. */
const OF_STATUS: Readonly<Record<string, readonly string[]>> = {
  'Deployment.apps': ['metadata.labels', 'spec'],
  'Pod.': ['metadata.deletionTimestamp', 'metadata.ownerReferences', 'spec'],
  [REQUEST]: ['spec', 'status.conditions'],
}

/**
 * The fields that a write to a resource (or to one of its subresources) silently leaves as they are. No manager owns
 * them through such a write.
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
