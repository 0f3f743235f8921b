import type { KubernetesObject, ObjectMeta, ResourceDefinition } from '@kube-informer/core'
import { deepEqual } from '../deep-equal.ts'
import { isBuiltIn } from '../storage/encode.ts'

/** An object as clients send it: anything may be in it. */
export type AnyObject = KubernetesObject & { readonly [field: string]: unknown }

/** Kinds whose status is written through its own subresource only. */
const HAS_STATUS = new Set(['Pod', 'Namespace', 'Node', 'Service', 'Deployment', 'ReplicaSet'])
/** Kinds that count the changes of their spec. */
const HAS_GENERATION = new Set(['Pod', 'Deployment', 'ReplicaSet'])

/** Whether the status is written through its own subresource only. */
export const hasStatus = (resource: ResourceDefinition): boolean =>
  isBuiltIn(resource) && HAS_STATUS.has(resource.kind)
/** Whether the changes of the spec are counted. */
export const hasGeneration = (resource: ResourceDefinition): boolean =>
  !isBuiltIn(resource) || HAS_GENERATION.has(resource.kind)

/** The state after a write: each subresource has its own part, and some metadata is the server's alone. */
export function merged(
  resource: ResourceDefinition,
  stored: AnyObject,
  body: AnyObject,
  subresource: string,
): AnyObject {
  if (subresource === 'status') return withDefined({ ...stored }, { status: body.status }) as AnyObject
  const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...rest } = body
  const status = hasStatus(resource) ? { status: stored.status } : {}
  const { kind, apiVersion } = stored
  const base = withDefined({ ...rest }, status)
  const metadata = serverMetadata(stored.metadata ?? {}, body.metadata ?? {})
  const changed = hasGeneration(resource) && !deepEqual(body.spec, stored.spec)
  const generation = changed ? { generation: (stored.metadata?.generation ?? 0) + 1 } : {}
  return { ...withDefined({}, { kind, apiVersion }), metadata: { ...metadata, ...generation }, ...base }
}

function serverMetadata(stored: ObjectMeta, body: ObjectMeta): ObjectMeta {
  const { uid, creationTimestamp, generation, resourceVersion, namespace } = stored
  const { deletionTimestamp, deletionGracePeriodSeconds } = stored
  return withDefined(body, {
    namespace,
    uid,
    creationTimestamp,
    generation,
    resourceVersion,
    deletionTimestamp,
    deletionGracePeriodSeconds,
  })
}

/** A copy with these members, or without those that are undefined. */
export function withDefined<T extends object>(target: T, members: Readonly<Record<string, unknown>>): T {
  const copy = { ...target } as Record<string, unknown>
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined) delete copy[key]
    else copy[key] = value
  }
  return copy as T
}

/** Deleted, and nothing waits for it any more. */
export const isFinalized = ({ metadata }: AnyObject): boolean =>
  metadata?.deletionTimestamp !== undefined &&
  (metadata.finalizers ?? []).length === 0 &&
  (metadata.deletionGracePeriodSeconds ?? 0) === 0
