import type { ReplicaSet } from '@kube-informer/core/resources'
import { replicaSets } from '@kube-informer/core/resources'
import { useByIndex } from '@kube-informer/react'
import type { ReactNode } from 'react'
import { numberAt } from '../../actions/fields.ts'
import { revisionOf, revisionsOf, rollback } from '../../actions/rollback.ts'
import { useActions } from '../../actions/use-actions.ts'
import { Age } from '../../ui/age.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ObjectLink } from '../object-link.tsx'
import { Section } from '../section.tsx'
import type { OverviewProps } from './overview-props.ts'

/** The revisions of a Deployment: its ReplicaSets, with a way back to each. */
export function Revisions({ kind, object }: OverviewProps): ReactNode {
  const namespace = object.metadata?.namespace
  const uid = object.metadata?.uid ?? ''
  const { run } = useActions()
  const { data } = useByIndex('namespace', namespace, {
    resource: 'replicasets',
    filter: { where: { path: 'metadata.ownerReferences[*].uid', eq: uid } },
  })
  const revisions = revisionsOf(object, data)
  if (revisions.length === 0) return null
  return (
    <Section title="Revisions">
      <table className="plain-table" aria-label="Revisions">
        <thead>
          <tr>
            <th>Revision</th>
            <th>ReplicaSet</th>
            <th className="wide">Images</th>
            <th>Replicas</th>
            <th className="wide">Age</th>
            <th>
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {revisions.map((set, index) => (
            <RevisionRow
              key={set.metadata?.uid}
              set={set}
              isCurrent={index === 0}
              onRollBack={() => run(rollback, kind, [object], { input: { revision: revisionOf(set) } })}
            />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

interface RevisionRowProps {
  readonly set: ReplicaSet
  readonly isCurrent: boolean
  readonly onRollBack: () => void
}

function RevisionRow({ set, isCurrent, onRollBack }: RevisionRowProps): ReactNode {
  const { namespace, name, creationTimestamp, annotations } = set.metadata ?? {}
  const images = (set.spec?.template?.spec?.containers ?? []).map(({ image }) => image).join(', ')
  return (
    <tr>
      <td className="number">{revisionOf(set)}</td>
      <td>
        <ObjectLink kind={replicaSets} namespace={namespace} name={name ?? ''} />
      </td>
      <td className="wide message">
        <code>{images}</code>
        {annotations?.['kubernetes.io/change-cause'] && (
          <span className="muted">{annotations['kubernetes.io/change-cause']}</span>
        )}
      </td>
      <td className="number">
        {numberAt(set, 'status', 'readyReplicas') ?? 0} of {set.spec?.replicas ?? 0}
      </td>
      <td className="wide">
        <Age since={creationTimestamp} />
      </td>
      <td className="end">
        {isCurrent ? (
          <Badge tone="good">current</Badge>
        ) : (
          <Button
            variant="quiet"
            aria-label={`Roll back to revision ${revisionOf(set)}`}
            onClick={onRollBack}
          >
            Roll back
          </Button>
        )}
      </td>
    </tr>
  )
}
