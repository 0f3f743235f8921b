import type { KubernetesObject } from '@kube-informer/core'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { ObjectLink } from '../object-link.tsx'
import { Section } from '../section.tsx'
import { useKindOf } from '../use-kind-of.ts'

/** The objects with which this one is deleted. */
export function Owners({ object }: { readonly object: KubernetesObject }): ReactNode {
  const kindOf = useKindOf()
  return (
    <Section title="What owns it">
      <ul className="references">
        {(object.metadata?.ownerReferences ?? []).map(({ apiVersion, kind: name, ...owner }) => {
          const kind = kindOf(apiVersion, name)
          const namespace = kind?.namespaced ? object.metadata?.namespace : undefined
          return (
            <li key={owner.uid}>
              <span className="muted">{name}</span>
              <span>
                <ObjectLink kind={kind} namespace={namespace} name={owner.name} />{' '}
                {owner.controller && <Badge>controller</Badge>}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
