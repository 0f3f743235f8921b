import { pods } from '@kube-informer/core/resources'
import { useByIndex } from '@kube-informer/react'
import type { ReactNode } from 'react'
import { StatusDot } from '../../ui/badge.tsx'
import { ObjectLink } from '../object-link.tsx'
import { Section } from '../section.tsx'

interface EndpointsProps {
  readonly namespace: string | undefined
  readonly service: string
}

/** How many endpoints are shown. */
const SHOWN = 30

/** The addresses behind a Service, from its EndpointSlices. */
export function Endpoints({ namespace, service }: EndpointsProps): ReactNode {
  const { data } = useByIndex('namespace', namespace, {
    resource: 'endpointslices',
    filter: { labelSelector: `kubernetes.io/service-name=${service}` },
  })
  const endpoints = data.flatMap(slice => slice.endpoints ?? [])
  if (endpoints.length === 0) return null
  return (
    <Section title={`Endpoints (${endpoints.length})`}>
      <ul className="chips">
        {endpoints.slice(0, SHOWN).map(({ addresses, conditions, targetRef }) => (
          <li key={addresses.join()} className="chip">
            <StatusDot tone={conditions?.ready === false ? 'wait' : 'good'}>{addresses.join(', ')}</StatusDot>
            {targetRef?.kind === 'Pod' && targetRef.name && (
              <ObjectLink kind={pods} namespace={namespace} name={targetRef.name} />
            )}
          </li>
        ))}
      </ul>
      {endpoints.length > SHOWN && <p className="muted">And {endpoints.length - SHOWN} more</p>}
    </Section>
  )
}
