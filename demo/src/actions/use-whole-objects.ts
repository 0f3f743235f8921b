import type { KubernetesObject } from '@kube-informer/core'
import { useObject } from '@kube-informer/react'
import type { Kind } from '../kinds/kind.ts'
import { isWhole } from './fields.ts'
import { keyOf } from './names.ts'
import { resourceOf } from './write.ts'

/** The objects; a single one as it is now, also if only its metadata or its key is known. */
export function useWholeObjects(
  kind: Kind,
  objects: readonly KubernetesObject[],
): readonly KubernetesObject[] {
  const [only] = objects
  const single = objects.length === 1 ? only : undefined
  const { data } = useObject(single && keyOf(single), { resource: resourceOf(kind) as Kind })
  return data && isWhole(data) ? [data] : objects
}
