import type { KubernetesObject } from '../api/object.ts'
import type { Row } from '../row/row.ts'
import type { LazyObject } from './lazy-object.ts'

/** What a cache is fed with: a plain object, one that is built when it is first read, or a row. */
export type Fed<T extends KubernetesObject = KubernetesObject> = T | LazyObject<T> | Row<T>

/** Every object has metadata; a row has none outside of its text. */
export const isRow = <T extends KubernetesObject>(fed: Fed<T>): fed is Row<T> =>
  'body' in fed && !('metadata' in fed)

/** The members that identify a version of an object; "" for each that is missing. */
export interface Identity {
  readonly namespace: string
  readonly name: string
  readonly resourceVersion: string
}

export function identityOf<T extends KubernetesObject>(fed: Fed<T>): Identity {
  if (isRow(fed)) return fed
  const { namespace = '', name = '', resourceVersion = '' } = fed.metadata ?? {}
  return { namespace, name, resourceVersion }
}
