import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'

/** An object as a server returns it: with metadata and a name, which its type may declare as optional. */
export type Stored<T extends KubernetesObject> = T & {
  readonly metadata: ObjectMeta & { readonly name: string }
}
