import type { KubernetesObject, ObjectName, ResourceDefinition, WriteOptions } from '@kube-informer/core'
import type { Client } from '../api/client.ts'
import { createMergePatch, type MergePatch } from '../api/create-merge-patch.ts'
import { isJsonObject, refuseUnsafeValues } from '../api/json-value.ts'
import {
  emptyDraft,
  type Mutate,
  mutated,
  type Operation,
  type OperationResult,
  splitStatus,
} from './mutate.ts'

/** Whether the write fails if the object has changed since it was read. */
export interface CreateOrPatchOptions extends WriteOptions {
  /**
   * Whether a change of the object since it was read is a Conflict. A merge patch replaces lists whole, and without the lock
   * it would remove a finalizer, condition or owner that someone else has just added.
   *
   * @default whether a list changes
   */
  readonly optimisticLock?: boolean | undefined
}

/** What a patch writes of an object. */
interface Patches {
  readonly main: MergePatch | undefined
  readonly status: MergePatch | undefined
  readonly isLocked: boolean
}

/**
 * Creates the object, or sends what `mutate` changes as merge patches: one for the object and one for its status
 * (controller-runtime `controllerutil.CreateOrPatch`). Without a change it sends nothing.
 *
 * - Only differences are written. An integer beyond 2^53 that `mutate` does not change keeps its value; a change of one throws a
 *   UsageError that names its path.
 * - `mutate` gets a draft, and must not change name and namespace.
 * - A status that `mutate` sets on a missing object is not written. The next run writes it.
 *
 * @example
 * await createOrPatch(client, deployments, { namespace, name }, draft => {
 *   draft.spec = { ...draft.spec, replicas: widget.spec.size }
 *   setControllerReference(widgets, widget, draft)
 * })
 */
export async function createOrPatch<T extends KubernetesObject>(
  client: Client,
  resource: ResourceDefinition<T>,
  name: ObjectName,
  mutate: Mutate<T>,
  { optimisticLock, ...options }: CreateOrPatchOptions = {},
): Promise<Operation<T>> {
  const before = await client.find(resource, name, { signal: options.signal })
  const after = await mutated(before ?? emptyDraft(resource, name), mutate)
  if (before) return sendPatches(client, resource, before, patchesOf(before, after, optimisticLock), options)
  refuseUnsafeValues(after)
  return { object: await client.create(resource, after, options), result: 'created' }
}

function patchesOf(before: KubernetesObject, after: KubernetesObject, lock: boolean | undefined): Patches {
  const [from, to] = [splitStatus(before), splitStatus(after)]
  const main = createMergePatch(from.main, to.main)
  const status = createMergePatch(from.status, to.status)
  return { main, status, isLocked: lock ?? (changesList(main) || changesList(status)) }
}

const changesList = (patch: unknown): boolean =>
  Array.isArray(patch) || (isJsonObject(patch) && Object.values(patch).some(changesList))

async function sendPatches<T extends KubernetesObject>(
  client: Client,
  resource: ResourceDefinition<T>,
  before: T,
  { main, status, isLocked }: Patches,
  options: WriteOptions,
): Promise<Operation<T>> {
  let object = before
  const send = async (patch: MergePatch, subresource?: 'status') => {
    const body = isLocked ? withVersionOf(object, patch) : patch
    object = await client.patch(resource, before, body, { ...options, subresource })
  }
  if (main) await send(main)
  if (status) await send(status, 'status')
  return { object, result: resultOf(main, status) }
}

/** The status patch carries the version of the object patch's answer. */
function withVersionOf({ metadata }: KubernetesObject, patch: MergePatch): MergePatch {
  const changes = isJsonObject(patch.metadata) ? patch.metadata : {}
  return { ...patch, metadata: { ...changes, resourceVersion: metadata?.resourceVersion } }
}

function resultOf(main: MergePatch | undefined, status: MergePatch | undefined): OperationResult {
  if (!status) return main ? 'updated' : 'unchanged'
  return main ? 'updatedStatus' : 'updatedStatusOnly'
}
