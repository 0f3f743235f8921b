import type { Row } from '@kube-informer/core'
import { rowOf } from './rows.ts'

/** An object of a test of trees. */
export interface Owned {
  readonly key: string
  readonly uid: string
  /** The uids of its owners. */
  readonly owners?: readonly (string | { readonly uid: string; readonly controller: boolean })[] | undefined
  /** Of an Event: the uid of the object that it is about, and when it was last seen. */
  readonly about?: string | undefined
  readonly time?: string | undefined
  /** The resourceVersion. */
  readonly version?: string | undefined
  /** Anything else. */
  readonly note?: string | undefined
}

export function ownedRow({ key, uid, owners = [], about, time, version = '1', note }: Owned): Row {
  const [name = '', namespace] = key.split('/').reverse()
  const ownerReferences = owners.map(each => ({
    apiVersion: 'v1',
    kind: 'Any',
    name: 'any',
    ...(typeof each === 'string' ? { uid: each } : each),
  }))
  return rowOf({
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      uid,
      resourceVersion: version,
      ownerReferences,
    },
    ...(about !== undefined && { involvedObject: { uid: about }, lastTimestamp: time }),
    ...(note !== undefined && { note }),
  })
}
