import type { KubernetesObject } from '@kube-informer/core'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionMenu } from '../actions/action-menu.tsx'
import type { Kind } from '../kinds/kind.ts'
import { pluralOf } from '../kinds/plural.ts'
import { statusOf } from '../kinds/status.ts'
import { useLinks } from '../navigation/links.ts'
import { Age } from '../ui/age.tsx'
import { StatusDot } from '../ui/badge.tsx'
import { OwnerTrail } from './owner-trail.tsx'

interface ObjectHeaderProps {
  readonly kind: Kind
  readonly namespace: string | undefined
  readonly name: string
  /** Undefined until it is known. */
  readonly object: KubernetesObject | undefined
  readonly isGone: boolean
}

/** What the page is about: where the object is, its status, and what can be done to it. */
export function ObjectHeader({ kind, namespace, name, object, isGone }: ObjectHeaderProps): ReactNode {
  const links = useLinks()
  const status = object && statusOf(kind, object)
  return (
    <header className="object-header">
      <nav aria-label="Breadcrumbs">
        <ol>
          <li>
            <Link {...links.table(kind)}>{pluralOf(kind.kind)}</Link>
            <ChevronRight size={13} aria-hidden />
          </li>
          {namespace !== undefined && (
            <li>
              <Link {...links.table(kind, { namespace })}>{namespace}</Link>
              <ChevronRight size={13} aria-hidden />
            </li>
          )}
          {object && <OwnerTrail object={object} />}
        </ol>
      </nav>
      <div className="object-title">
        <div>
          <h1>
            <span className="visually-hidden">{kind.kind} </span>
            {name}
          </h1>
          <p>
            <span className="muted">{kind.kind}</span>
            {isGone ? (
              <StatusDot tone="gone">Deleted</StatusDot>
            ) : (
              status && <StatusDot tone={status.tone}>{status.text}</StatusDot>
            )}
            {object && (
              <span className="muted">
                <Age since={object.metadata?.creationTimestamp} /> old
              </span>
            )}
          </p>
        </div>
        {object && !isGone && <ActionMenu kind={kind} objects={[object]} />}
      </div>
    </header>
  )
}
