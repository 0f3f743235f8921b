import {
  apiVersionOf,
  type KubernetesObject,
  type ObjectName,
  type ResourceDefinition,
  resolveObjectName,
  UsageError,
} from '@kube-informer/core'
import { type Draft, draftOf } from '../api/draft.ts'
import type { JsonObject } from '../api/json-value.ts'

/** Changes a draft, or returns the object to write. A draft of a missing object has a kind, a name and a namespace only. */
export type Mutate<T> = (draft: Draft<T>) => T | Draft<T> | void | Promise<T | Draft<T>> | Promise<void>

/** What was written (controller-runtime `controllerutil.OperationResult`). */
export type OperationResult = 'unchanged' | 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly'

/** The object as the server has stored it, and what was written. */
export interface Operation<T> {
  readonly object: T
  readonly result: OperationResult
}

/** The draft of an object that does not exist. */
export const emptyDraft = <T extends KubernetesObject>(
  resource: ResourceDefinition<T>,
  object: ObjectName,
): T =>
  ({
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: resolveObjectName(resource, object),
  }) as KubernetesObject as T

/** The object after `mutate`. Throws a UsageError if its name or namespace has changed. */
export async function mutated<T extends KubernetesObject>(before: T, mutate: Mutate<T>): Promise<T> {
  const draft = draftOf(before)
  const after = ((await mutate(draft)) ?? draft) as T
  const { name, namespace } = before.metadata ?? {}
  if (after.metadata?.name !== name || (after.metadata?.namespace ?? '') !== (namespace ?? '')) {
    throw new UsageError('MutateFn cannot mutate object name and/or object namespace')
  }
  return withoutEmptyMetadata(before, after)
}

const COLLECTIONS = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/** The server does not store an empty collection, so `labels ??= {}` would be a change in each run. */
function withoutEmptyMetadata<T extends KubernetesObject>(before: T, after: T): T {
  const empty = COLLECTIONS.filter(name => !before.metadata?.[name] && isEmpty(after.metadata?.[name]))
  if (empty.length === 0) return after
  const metadata = { ...after.metadata }
  for (const name of empty) delete metadata[name]
  return { ...after, metadata }
}

const isEmpty = (value: object | undefined): boolean => value !== undefined && Object.keys(value).length === 0

/** An object in its two parts, which are written apart. */
export function splitStatus(object: KubernetesObject): { main: JsonObject; status: JsonObject } {
  const { status, ...main } = object as KubernetesObject & { readonly status?: unknown }
  return { main, status: { status } }
}
