import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { AnyObject } from './merge-update.ts'
import { badRequest } from './status.ts'

/** Whether the resource can be scaled. */
export const isScalable = (resource: ResourceDefinition): boolean =>
  resource.group === 'apps' && (resource.plural === 'deployments' || resource.plural === 'replicasets')

const replicasIn = (part: unknown): number => {
  const replicas = (part as { replicas?: unknown } | undefined)?.replicas
  return typeof replicas === 'number' ? replicas : 0
}

/** The view of a workload as autoscaling/v1 Scale. */
export function scaleOf(object: KubernetesObject): AnyObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata ?? {}
  const { spec, status } = object as AnyObject
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp }
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: metadata as NonNullable<KubernetesObject['metadata']>,
    spec: { replicas: replicasIn(spec) },
    status: { replicas: replicasIn(status) },
  }
}

/** The workload with the number of replicas that a Scale asks for. */
export function withScale(object: KubernetesObject, scale: AnyObject): AnyObject {
  const replicas = (scale.spec as { replicas?: unknown } | undefined)?.replicas ?? 0
  if (typeof replicas !== 'number' || replicas < 0)
    throw badRequest('spec.replicas must be a number, and not negative')
  const workload = object as AnyObject
  const { resourceVersion } = scale.metadata ?? {}
  return {
    ...workload,
    metadata: { ...workload.metadata, ...(resourceVersion ? { resourceVersion } : {}) },
    spec: { ...(workload.spec as object | undefined), replicas },
  }
}
