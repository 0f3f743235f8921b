import type { PodTemplateSpec } from '@kube-informer/core/resources'
import type { ReactNode } from 'react'
import { fieldOf, numberAt, textAt, textsAt } from '../../actions/fields.ts'
import { countsOf, rolloutOf } from '../../actions/rollout.ts'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { Facts } from '../facts.tsx'
import { Section } from '../section.tsx'
import type { OverviewProps } from './overview-props.ts'
import { Revisions } from './revisions.tsx'

/** The replicas of a workload, its rollout, and what its Pods run. */
export function WorkloadOverview({ kind, object }: OverviewProps): ReactNode {
  const template = fieldOf(object, 'spec', 'template') as PodTemplateSpec | undefined
  const selector = Object.entries(textsAt(object, 'spec', 'selector', 'matchLabels'))
  const strategy =
    textAt(object, 'spec', 'strategy', 'type') ?? textAt(object, 'spec', 'updateStrategy', 'type')
  return (
    <>
      <RolloutProgress kind={kind} object={object} />
      <Section title={kind.kind}>
        <Facts
          facts={[
            ['Strategy', [strategy, limitsOf(object)].filter(Boolean).join(', ')],
            ['Selector', selector.map(([name, value]) => `${name}=${value}`).join(', ')],
            ['Service', textAt(object, 'spec', 'serviceName')],
            ['Minimum ready', seconds(numberAt(object, 'spec', 'minReadySeconds'))],
            ['Deadline', seconds(numberAt(object, 'spec', 'progressDeadlineSeconds'))],
            ...(template?.spec?.containers ?? []).map(
              ({ name, image }) => [`Image of ${name}`, <code key={name}>{image}</code>] as const,
            ),
          ]}
        />
      </Section>
      {kind.plural === 'deployments' && <Revisions kind={kind} object={object} />}
    </>
  )
}

const seconds = (count: number | undefined): string | undefined => (count ? `${count} s` : undefined)

function limitsOf(object: unknown): string {
  const of = (name: string): string | undefined => {
    const value =
      fieldOf(object, 'spec', 'strategy', 'rollingUpdate', name) ??
      fieldOf(object, 'spec', 'updateStrategy', 'rollingUpdate', name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  const surge = of('maxSurge')
  const unavailable = of('maxUnavailable')
  return [surge && `${surge} more`, unavailable && `${unavailable} unavailable`].filter(Boolean).join(', ')
}

/** How many replicas are wanted, and how far each step of a rollout is. */
function RolloutProgress({ kind, object }: OverviewProps): ReactNode {
  const isDaemon = kind.plural === 'daemonsets'
  const daemon = (name: string): number => numberAt(object, 'status', name) ?? 0
  const counts = countsOf(object)
  const desired = isDaemon ? daemon('desiredNumberScheduled') : (numberAt(object, 'spec', 'replicas') ?? 1)
  const updated = isDaemon ? daemon('updatedNumberScheduled') : counts.updatedReplicas
  const ready = isDaemon ? daemon('numberReady') : counts.readyReplicas
  const available = isDaemon ? daemon('numberAvailable') : counts.availableReplicas
  const { state, text } = rolloutOf({ ...object, kind: kind.kind })
  const paused = fieldOf(object, 'spec', 'paused') === true
  const aside = (
    <>
      {paused && <Badge tone="wait">Paused</Badge>}
      <StatusDot tone={state === 'done' ? 'good' : state === 'failed' ? 'bad' : 'wait'}>{text}</StatusDot>
    </>
  )
  return (
    <Section title="Replicas" aside={aside}>
      <div className="rollout">
        <p className="rollout-desired">
          <b>{desired}</b> desired
        </p>
        {kind.plural !== 'replicasets' && <Meter label="Updated" value={updated} of={desired} />}
        <Meter label="Ready" value={ready} of={desired} />
        <Meter label="Available" value={available} of={desired} />
      </div>
    </Section>
  )
}

interface MeterProps {
  readonly label: string
  readonly value: number
  readonly of: number
}

const Meter = ({ label, value, of }: MeterProps): ReactNode => (
  <div className="rollout-step">
    <span>{label}</span>
    <progress
      className={value >= of ? 'good' : 'wait'}
      value={value}
      max={Math.max(of, 1)}
      aria-label={label}
    />
    <span className="number">
      {value} of {of}
    </span>
  </div>
)
