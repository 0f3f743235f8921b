import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { useLinks } from '../navigation/links.ts'

interface ObjectLinkProps {
  /** Undefined for a kind that the server does not serve: the name is then no link. */
  readonly kind: Kind | undefined
  readonly namespace?: string | undefined
  readonly name: string
  /** @default the name */
  readonly children?: ReactNode
}

/** The name of an object, as a link to its page. */
export function ObjectLink({ kind, namespace, name, children }: ObjectLinkProps): ReactNode {
  const links = useLinks()
  if (kind === undefined) return <span className="object-name">{children ?? name}</span>
  return (
    <Link {...links.object(kind, { namespace, name })} className="object-name">
      {children ?? name}
    </Link>
  )
}
