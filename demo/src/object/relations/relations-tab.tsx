import { useRelated } from '@kube-informer/react'
import { Network } from 'lucide-react'
import type { ReactNode } from 'react'
import { definedName } from '../../kinds/kind.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ObjectLink } from '../object-link.tsx'
import type { OverviewProps } from '../overview/overview-props.ts'
import { Section } from '../section.tsx'
import { useKindOf } from '../use-kind-of.ts'
import { ownedResources } from './owned-resources.ts'
import { Owners } from './owners.tsx'
import { referencesOf } from './references.ts'
import { RelationTree } from './relation-tree.tsx'

/** What an object belongs to, what it owns, and what it names. */
export function RelationsTab({ kind, object }: OverviewProps): ReactNode {
  const references = referencesOf({ ...object, kind: kind.kind })
  const hasOwner = (object.metadata?.ownerReferences ?? []).length > 0
  const canOwn = ownedResources(kind).length > 0
  return (
    <div className="relations">
      {hasOwner && <Owners object={object} />}
      {canOwn && <Owned kind={kind} object={object} />}
      {references.length > 0 && <References kind={kind} object={object} />}
      {!hasOwner && !canOwn && references.length === 0 && (
        <EmptyState icon={<Network size={22} aria-hidden />} title="No relations">
          Nothing owns this {kind.kind}, and it names no other object.
        </EmptyState>
      )}
    </div>
  )
}

/** The tree of what an object owns. */
function Owned({ kind, object }: OverviewProps): ReactNode {
  const root = { resource: definedName(kind) ?? kind, object }
  const { data, status, error, isPending } = useRelated(root, { resources: ownedResources(kind) })
  return (
    <Section title={`What this ${kind.kind} owns`}>
      {error && <ErrorState error={error} />}
      {status.failures.map(failure => (
        <p key={failure.resource} className="banner bad" role="alert">
          {failure.resource}: {failure.error.message}
        </p>
      ))}
      {isPending && !error && <p className="muted">Loading…</p>}
      {data && <RelationTree root={data} />}
    </Section>
  )
}

/** The objects that this one names, by what they are for. */
function References({ kind, object }: OverviewProps): ReactNode {
  const kindOf = useKindOf()
  return (
    <Section title="What it uses">
      <ul className="references">
        {referencesOf({ ...object, kind: kind.kind }).map(
          ({ role, apiVersion, kind: named, namespace, name }) => (
            <li key={`${role}/${named}/${name}`}>
              <span className="muted">{role}</span>
              <span>
                <span className="muted">{named}</span>{' '}
                <ObjectLink kind={kindOf(apiVersion, named)} namespace={namespace} name={name} />
              </span>
            </li>
          ),
        )}
      </ul>
    </Section>
  )
}
