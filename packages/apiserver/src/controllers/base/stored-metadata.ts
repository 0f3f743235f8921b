import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'

// The server sets the identity of each object that it stores; only the types of its members are optional.

export const nameOf = ({ metadata: { name = '' } = {} }: KubernetesObject): string => name

export const namespaceOf = ({ metadata: { namespace = '' } = {} }: KubernetesObject): string => namespace

export const uidOf = ({ metadata: { uid = '' } = {} }: KubernetesObject): string => uid

export const generationOf = ({ metadata: { generation = 0 } = {} }: KubernetesObject): number => generation

export const labelsOf = ({
  metadata: { labels = {} } = {},
}: KubernetesObject): NonNullable<ObjectMeta['labels']> => labels

/** Objects without owners have no list of them. */
export const ownersOf = ({
  metadata: { ownerReferences = [] } = {},
}: KubernetesObject): NonNullable<ObjectMeta['ownerReferences']> => ownerReferences
