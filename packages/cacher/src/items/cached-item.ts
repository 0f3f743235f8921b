import type { KubernetesObject } from '@kube-informer/core'
import type { CachedObject } from './cached-object.ts'
import type { CachedRow } from './cached-row.ts'

/** One immutable version of an object in a cache: parsed, or as its JSON text. */
export type CachedItem<T extends KubernetesObject = KubernetesObject> = CachedObject<T> | CachedRow<T>
