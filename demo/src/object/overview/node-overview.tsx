import type { Node } from '@kube-informer/core/resources'
import { useByIndex } from '@kube-informer/react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../facts.tsx'
import { POD_WINDOW, PodList } from '../pod-list.tsx'
import { Section } from '../section.tsx'
import type { OverviewProps } from './overview-props.ts'

/** What a Node is, what it offers, and the Pods on it. */
export function NodeOverview({ object }: OverviewProps): ReactNode {
  const { spec, status, metadata } = object as Node
  const name = metadata?.name
  const { data, total, isPending } = useByIndex('node', name, { resource: 'pods', window: POD_WINDOW })
  const info = status?.nodeInfo
  const taints = (spec?.taints ?? []).map(({ key, value, effect }) => (
    <Badge key={`${key}${effect}`} tone="wait">
      {key}
      {value ? `=${value}` : ''}:{effect}
    </Badge>
  ))
  return (
    <>
      <Section title="Node">
        <Facts
          facts={[
            ['Scheduling', spec?.unschedulable ? 'Cordoned: no new Pods' : 'New Pods can be scheduled'],
            ['Taints', taints.length > 0 ? taints : undefined],
            [
              'Addresses',
              (status?.addresses ?? []).map(({ type, address }) => `${type} ${address}`).join(', '),
            ],
            ['Kubelet', info?.kubeletVersion],
            ['System', [info?.osImage, info?.architecture, info?.kernelVersion].filter(Boolean).join(', ')],
            ['Container runtime', info?.containerRuntimeVersion],
            ['Pod addresses', spec?.podCIDR],
          ]}
        />
      </Section>
      <Capacity capacity={status?.capacity} allocatable={status?.allocatable} />
      <Section title={isPending ? 'Pods' : `Pods (${total})`}>
        <PodList
          label={`Pods on ${name}`}
          data={data}
          total={total}
          search={{ filter: `node:${name}` }}
          empty={isPending ? 'Loading…' : 'No Pod runs here.'}
        />
      </Section>
    </>
  )
}

type Quantities = { readonly [name: string]: string } | undefined

interface CapacityProps {
  readonly capacity: Quantities
  readonly allocatable: Quantities
}

/** What the Node has, and what of it Pods can use. */
function Capacity({ capacity, allocatable }: CapacityProps): ReactNode {
  const names = Object.keys(capacity ?? {})
  if (names.length === 0) return null
  return (
    <Section title="Capacity">
      <table className="plain-table" aria-label="Capacity">
        <thead>
          <tr>
            <th>Resource</th>
            <th>Capacity</th>
            <th>For Pods</th>
          </tr>
        </thead>
        <tbody>
          {names.map(name => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{capacity?.[name]}</td>
              <td className="number">{allocatable?.[name] ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
