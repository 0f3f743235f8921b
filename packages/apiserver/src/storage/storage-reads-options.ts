import type { ServedKind } from '@kube-informer/cacher'
import type { Clock, Random } from '@kube-informer/core'
import type { Storage } from './storage.ts'

/** Options of `StorageReads`. */
export interface StorageReadsOptions {
  readonly kind: ServedKind
  readonly storage: Storage
  readonly clock: Clock
  readonly random: Random
}
