import type { KubernetesObject } from '@kube-informer/core'
import type { ReactNode } from 'react'
import { type Condition, conditionsOf } from '../../actions/conditions.ts'
import { Age } from '../../ui/age.tsx'
import { StatusDot } from '../../ui/badge.tsx'
import { Section } from '../section.tsx'
import { conditionTone } from './condition-tone.ts'

/** Why the controllers of an object think what they think. */
export function Conditions({ object }: { readonly object: KubernetesObject }): ReactNode {
  const conditions = conditionsOf(object)
  if (conditions.length === 0) return null
  return (
    <Section title="Conditions">
      <table className="plain-table" aria-label="Conditions">
        <thead>
          <tr>
            <th>Type</th>
            <th>Status</th>
            <th>Reason and message</th>
            <th className="wide">Since</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map(condition => (
            <ConditionRow key={condition.type} condition={condition} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const ConditionRow = ({ condition }: { readonly condition: Condition }): ReactNode => (
  <tr>
    <th scope="row">{condition.type}</th>
    <td>
      <StatusDot tone={conditionTone(condition)}>{condition.status}</StatusDot>
    </td>
    <td className="message">
      {condition.reason && <span>{condition.reason}</span>}
      {condition.message && <span className="muted">{condition.message}</span>}
    </td>
    <td className="wide">
      <Age since={condition.lastTransitionTime} />
    </td>
  </tr>
)
