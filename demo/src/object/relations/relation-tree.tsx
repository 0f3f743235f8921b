import type { RelatedNode } from '@kube-informer/worker'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { informers } from '../../informers/informers.ts'
import { type DefinedName, definedName, type Kind } from '../../kinds/kind.ts'
import { statusOf } from '../../kinds/status.ts'
import { useLinks } from '../../navigation/links.ts'
import { Age } from '../../ui/age.tsx'
import { StatusDot } from '../../ui/badge.tsx'
import { ObjectLink } from '../object-link.tsx'

interface RelationTreeProps {
  readonly root: RelatedNode
}

/** What an object owns, as nested lists whose parts open and close. */
export function RelationTree({ root }: RelationTreeProps): ReactNode {
  if (root.total === 0) return <p className="muted">It owns nothing.</p>
  return (
    <ul className="relation-tree">
      <Children node={root} />
    </ul>
  )
}

const Children = ({ node }: { readonly node: RelatedNode }): ReactNode => (
  <>
    {node.children.map(child => (
      <RelationItem key={child.object.metadata?.uid} node={child} />
    ))}
    {node.total > node.children.length && (
      <li className="muted">And {node.total - node.children.length} more</li>
    )}
  </>
)

const kindOfNode = ({ resource }: RelatedNode): Kind | undefined =>
  Object.hasOwn(informers, resource) ? informers[resource as DefinedName].resource : undefined

/** Old ReplicaSets without Pods are closed at first. */
const isIdle = ({ children, resource }: RelatedNode): boolean =>
  resource === 'replicasets' && children.length === 0

function RelationItem({ node }: { readonly node: RelatedNode }): ReactNode {
  const [isOpen, setOpen] = useState(true)
  const { object, total, eventTotal } = node
  const namespace = object.metadata?.namespace
  const name = object.metadata?.name ?? ''
  const kind = kindOfNode(node)
  const status = kind && statusOf(kind, object)
  const links = useLinks()
  const warnings = node.events.filter(
    event => (event as { readonly type?: string }).type === 'Warning',
  ).length
  return (
    <li className={isIdle(node) ? 'idle' : undefined}>
      <div className="relation">
        {total > 0 && (
          <button
            type="button"
            className="icon-button quiet"
            aria-expanded={isOpen}
            aria-label={`What ${name} owns`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          </button>
        )}
        <span className="muted">{kind?.kind ?? node.resource}</span>
        <ObjectLink kind={kind} namespace={namespace} name={name} />
        {status && <StatusDot tone={status.tone}>{status.text}</StatusDot>}
        {total > 0 && <span className="muted">{total} owned</span>}
        {kind && definedName(kind) && eventTotal > 0 && (
          <Link
            {...links.object(kind, { namespace, name }, { tab: 'events' })}
            className={warnings > 0 ? 'event-count bad' : 'event-count'}
          >
            {eventTotal} Event{eventTotal === 1 ? '' : 's'}
          </Link>
        )}
        <span className="muted relation-age">
          <Age since={object.metadata?.creationTimestamp} />
        </span>
      </div>
      {total > 0 && isOpen && (
        <ul>
          <Children node={node} />
        </ul>
      )}
    </li>
  )
}
