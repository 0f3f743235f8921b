import type { KubernetesObject, ObjectName, ResourceDefinition, WriteOptions } from '@kube-informer/core'
import type { Client } from '../api/client.ts'
import { isSameJson, refuseUnsafeValues } from '../api/json-value.ts'
import { emptyDraft, type Mutate, mutated, type Operation } from './mutate.ts'

/**
 * Creates the object, or replaces it with a PUT if `mutate` changes it (controller-runtime `controllerutil.CreateOrUpdate`).
 *
 * - The PUT contains the resourceVersion that was read, so a concurrent change is a Conflict. Throw it: the retry reads
 *   again.
 * - It writes all fields. An integer beyond 2^53 anywhere in the object throws a UsageError; `createOrPatch` can change the
 *   other fields of such an object. A status is ignored by the server where it is a subresource.
 * - `mutate` gets a draft, and must not change name and namespace. It runs each time: a field that the server defaults and
 *   `mutate` resets is a write each time.
 *
 * @example
 * const { result } = await createOrUpdate(client, configMaps, { namespace, name }, draft => {
 *   draft.data = { ...draft.data, color: widget.spec.color }
 *   setControllerReference(widgets, widget, draft)
 * })
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Client,
  resource: ResourceDefinition<T>,
  name: ObjectName,
  mutate: Mutate<T>,
  options: WriteOptions = {},
): Promise<Operation<T>> {
  const before = await client.find(resource, name, { signal: options.signal })
  const after = await mutated(before ?? emptyDraft(resource, name), mutate)
  if (before && isSameJson(before, after)) return { object: before, result: 'unchanged' }
  refuseUnsafeValues(after)
  return before
    ? { object: await client.replace<T>(resource, after, options), result: 'updated' }
    : { object: await client.create(resource, after, options), result: 'created' }
}
