import type { Container, ContainerStatus, Pod } from '@kube-informer/core/resources'
import { nodes } from '@kube-informer/core/resources'
import type { ReactNode } from 'react'
import { Age } from '../../ui/age.tsx'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { Facts } from '../facts.tsx'
import { ObjectLink } from '../object-link.tsx'
import { Section } from '../section.tsx'
import {
  containerState,
  environmentText,
  lastEnd,
  portsText,
  probeText,
  resourcesText,
  volumeText,
} from './container-text.ts'
import type { OverviewProps } from './overview-props.ts'

/** Where a Pod runs, and its containers. */
export function PodOverview({ object }: OverviewProps): ReactNode {
  const { spec, status } = object as Pod
  const statuses = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
  const nodeName = spec?.nodeName
  return (
    <>
      <Section title="Pod">
        <Facts
          facts={[
            ['Node', nodeName && <ObjectLink kind={nodes} name={nodeName} />],
            ['Pod IP', status?.podIP],
            ['Service account', spec?.serviceAccountName],
            ['Quality of service', status?.qosClass],
            ['Priority', spec?.priorityClassName],
            ['Restart policy', spec?.restartPolicy],
            ['Started', status?.startTime && <Age since={status.startTime} />],
            ['Message', status?.message],
          ]}
        />
      </Section>
      <Section title="Containers">
        {(spec?.initContainers ?? []).map(container => (
          <ContainerCard key={container.name} container={container} statuses={statuses} isInit />
        ))}
        {(spec?.containers ?? []).map(container => (
          <ContainerCard key={container.name} container={container} statuses={statuses} />
        ))}
      </Section>
      {(spec?.volumes ?? []).length > 0 && (
        <Section title="Volumes">
          <Facts facts={(spec?.volumes ?? []).map(volume => [volume.name, volumeText(volume)])} />
        </Section>
      )}
    </>
  )
}

interface ContainerCardProps {
  readonly container: Container
  readonly statuses: readonly ContainerStatus[]
  readonly isInit?: boolean
}

/** One container: its state, and what it was given. */
function ContainerCard({ container, statuses, isInit }: ContainerCardProps): ReactNode {
  const status = statuses.find(({ name }) => name === container.name)
  const state = containerState(status)
  const { waiting, running, terminated } = status?.state ?? {}
  return (
    <article className="container-card" aria-label={`Container ${container.name}`}>
      <header>
        <h3>{container.name}</h3>
        {isInit && <Badge>init</Badge>}
        <StatusDot tone={state.tone}>{state.text}</StatusDot>
        {running?.startedAt !== undefined && (
          <span className="muted">
            for <Age since={running.startedAt} />
          </span>
        )}
        {status !== undefined && status.restartCount > 0 && (
          <Badge tone="wait">
            {status.restartCount} restart{status.restartCount === 1 ? '' : 's'}
          </Badge>
        )}
      </header>
      <Facts
        facts={[
          ['Image', <code key="image">{container.image}</code>],
          ['Message', waiting?.message ?? terminated?.message],
          ['Last run', lastEnd(status)],
          ['Command', [...(container.command ?? []), ...(container.args ?? [])].join(' ')],
          ['Ports', portsText(container)],
          ['Resources', resourcesText(container)],
          ['Environment', environmentText(container)],
          ['Mounts', (container.volumeMounts ?? []).map(({ mountPath }) => mountPath).join(', ')],
          ['Startup probe', probeText(container.startupProbe)],
          ['Readiness probe', probeText(container.readinessProbe)],
          ['Liveness probe', probeText(container.livenessProbe)],
        ]}
      />
    </article>
  )
}
