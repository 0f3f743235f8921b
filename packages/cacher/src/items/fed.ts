import type { KubernetesObject, Row } from '@kube-informer/core'
import type { StoredRow } from '@kube-informer/core/snapshot'
import type { LazyObject } from './lazy-object.ts'

/** What a cache is fed with: a plain object, one that is built when it is first read, or a row. */
export type Fed<T extends KubernetesObject = KubernetesObject> = T | LazyObject<T> | Row<T> | StoredRow

/** Every object has metadata; a row has none outside of its text. */
export const isRow = <T extends KubernetesObject>(fed: Fed<T>): fed is Row<T> =>
  'body' in fed && !('metadata' in fed)

/** Whether this is a row whose text is still in the storage. */
export const isStoredRow = <T extends KubernetesObject>(fed: Fed<T>): fed is StoredRow =>
  'page' in fed && !('metadata' in fed)

/** The members that identify a version of an object; "" for each that is missing. */
export interface Identity {
  readonly namespace: string
  readonly name: string
  readonly resourceVersion: string
}

export function identityOf<T extends KubernetesObject>(fed: Fed<T>): Identity {
  if (isRow(fed) || isStoredRow(fed)) return fed
  const { namespace = '', name = '', resourceVersion = '' } = fed.metadata ?? {}
  return { namespace, name, resourceVersion }
}
