import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'

type Stored = Pick<KubernetesObject, 'metadata'>

// The server sets the identity of each object that it stores; only the types of its members are optional.

export const nameOf = ({ metadata: { name = '' } = {} }: Stored): string => name

export const namespaceOf = ({ metadata: { namespace = '' } = {} }: Stored): string => namespace

export const uidOf = ({ metadata: { uid = '' } = {} }: Stored): string => uid

export const creationOf = ({ metadata: { creationTimestamp = '' } = {} }: Stored): string => creationTimestamp

export const generationOf = ({ metadata: { generation = 0 } = {} }: Stored): number => generation

export const labelsOf = ({ metadata: { labels = {} } = {} }: Stored): NonNullable<ObjectMeta['labels']> =>
  labels

/** Objects without owners have no list of them. */
export const ownersOf = ({
  metadata: { ownerReferences = [] } = {},
}: Stored): NonNullable<ObjectMeta['ownerReferences']> => ownerReferences
