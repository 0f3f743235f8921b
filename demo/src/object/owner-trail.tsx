import type { KubernetesObject } from '@kube-informer/core'
import { useObject } from '@kube-informer/react'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { definedName } from '../kinds/kind.ts'
import { ObjectLink } from './object-link.tsx'
import { useKindOf } from './use-kind-of.ts'

/** How many owners are followed: a Pod of a CronJob has two. */
const MAX_OWNERS = 4

interface OwnerTrailProps {
  readonly object: KubernetesObject
  readonly depth?: number
}

/** The controllers above an object, the topmost first. */
export function OwnerTrail(props: OwnerTrailProps): ReactNode {
  const { object } = props
  const depth = props.depth ?? 0
  const kindOf = useKindOf()
  const owners = object.metadata?.ownerReferences ?? []
  const owner = owners.find(({ controller }) => controller) ?? owners[0]
  const kind = kindOf(owner?.apiVersion, owner?.kind)
  const namespace = kind?.namespaced ? object.metadata?.namespace : undefined
  const known = kind && definedName(kind)
  const { data } = useObject(owner && known && depth < MAX_OWNERS ? { namespace, name: owner.name } : null, {
    resource: known ?? 'pods',
  })
  if (owner === undefined) return null
  return (
    <>
      {data && <OwnerTrail object={data} depth={depth + 1} />}
      <li>
        <span className="muted">{owner.kind}</span>{' '}
        <ObjectLink kind={kind} namespace={namespace} name={owner.name} />
        <ChevronRight size={13} aria-hidden />
      </li>
    </>
  )
}
