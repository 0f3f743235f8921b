import { LazyObject } from '@kube-informer/cacher'
import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'
import { deepFreeze } from '../json/freeze.ts'
import { seededRandomAt, uuid } from '../object/random.ts'

/** An object with members besides its metadata. */
export type Plain = KubernetesObject & { readonly [member: string]: unknown }

/** A frozen object that is built when it is first read, from its type, its name and the rest. */
export const lazyObject = (
  type: Pick<KubernetesObject, 'kind' | 'apiVersion'>,
  metadata: ObjectMeta,
  build: () => Plain,
): LazyObject =>
  new LazyObject({ ...type, metadata }, () => {
    const { metadata: more, ...rest } = build()
    return deepFreeze({ ...type, metadata: { ...metadata, ...more }, ...rest })
  })

/** The position of the random numbers of these objects, between those of the apps and those of the Pods. */
const FIRST = 2 ** 19
const DRAWS = 16
const KINDS: readonly string[] = [
  'Deployment',
  'Service',
  'ConfigMap',
  'ServiceAccount',
  'OldReplicaSet',
  'Autoscaler',
  'Ingress',
  'Event',
  'Other',
]

/** The uid of the object of a kind with an index. */
export function uidAt(seed: number, kind: string, index: number): string {
  return uuid(seededRandomAt(seed, FIRST + (index * KINDS.length + KINDS.indexOf(kind)) * DRAWS))
}
