import type { MouseEvent, ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectLocation } from '../navigation/links.ts'
import type { ObjectLinks } from '../navigation/object-links.ts'

interface RowLinkProps {
  readonly kind: Kind
  readonly at: ObjectLocation
  readonly links: ObjectLinks
  readonly className: string
  readonly children: string
}

/** A link from a row to an object. Long texts are cut off, so it has a title. */
export function RowLink({ kind, at, links, className, children }: RowLinkProps): ReactNode {
  const onClick = (event: MouseEvent): void => {
    if (!isPlain(event)) return
    event.preventDefault()
    links.open(kind, at)
  }
  return (
    <a href={links.href(kind, at)} className={className} tabIndex={-1} title={children} onClick={onClick}>
      {children}
    </a>
  )
}

/** The browser handles the others: new tabs and windows, downloads. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
