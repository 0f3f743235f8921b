import type { KubernetesObject } from '@kube-informer/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CellReference, Column, Share } from '../kinds/columns/column.ts'
import { type Kind, kindOfReference } from '../kinds/kind.ts'
import type { Status } from '../kinds/status.ts'
import type { Links } from '../navigation/links.ts'
import { Age } from '../ui/age.tsx'
import { Flash } from './flash.tsx'

interface TableCellProps {
  readonly kind: Kind
  readonly column: Column
  readonly object: KubernetesObject
  readonly links: Links
}

export function TableCell({ kind, column, object, links }: TableCellProps): ReactNode {
  const { id, numeric, narrow, cell } = column
  const type = [`cell column-${id} ${cell.type}-cell`, numeric && 'number', narrow && 'narrow']
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
    <span role="gridcell" className={type.filter(Boolean).join(' ')}>
      <CellContent kind={kind} column={column} object={object} links={links} />
    </span>
  )
}

function CellContent({ kind, column: { cell }, object, links }: TableCellProps): ReactNode {
  switch (cell.type) {
    case 'name':
      return <NameLink kind={kind} object={object} links={links} />
    case 'age':
      return <Age since={cell.read(object)} />
    case 'status':
      return <StatusText status={cell.read(object)} />
    case 'share':
      return <ShareBar share={cell.read(object)} />
    case 'reference':
      return <ReferenceLink reference={cell.read(object)} links={links} />
    case 'text': {
      const text = cell.read(object)
      const isEmpty = text === undefined || text === '' || text === 0
      return (
        <span className={`text${cell.mono ? ' mono' : ''}${isEmpty ? ' muted' : ''}`} title={titleOf(text)}>
          <Flash>{text === undefined || text === '' ? '–' : text}</Flash>
        </span>
      )
    }
  }
}

/** Long texts are cut off. */
const titleOf = (text: string | number | undefined): string | undefined =>
  typeof text === 'string' && text.length > 16 ? text : undefined

function NameLink({ kind, object: { metadata }, links }: Omit<TableCellProps, 'column'>): ReactNode {
  const name = metadata?.name ?? ''
  return (
    <Link
      {...links.object(kind, { namespace: metadata?.namespace, name })}
      className="name-link"
      tabIndex={-1}
      title={name}
      preload={false}
    >
      {name}
    </Link>
  )
}

function StatusText({ status }: { readonly status: Status | undefined }): ReactNode {
  if (status === undefined) return <span className="muted">–</span>
  return (
    <span className={`status ${status.tone}`} title={titleOf(status.text)}>
      <Flash>{status.text}</Flash>
    </span>
  )
}

/** `2/3` and a bar: complete, partly or not at all. */
function ShareBar({ share: { ready, wanted } }: { readonly share: Share }): ReactNode {
  const tone = ready >= wanted ? (wanted === 0 ? 'done' : 'good') : ready === 0 ? 'bad' : 'wait'
  return (
    <span className={`share-text ${tone}`}>
      <i aria-hidden="true" className="share-bar">
        <i style={{ '--share': wanted === 0 ? 0 : Math.min(1, ready / wanted) }} />
      </i>
      <Flash>{`${ready}/${wanted}`}</Flash>
    </span>
  )
}

function ReferenceLink(props: {
  readonly reference: CellReference | undefined
  readonly links: Links
}): ReactNode {
  const { reference, links } = props
  if (reference === undefined) return <span className="muted">–</span>
  const { namespace, name } = reference
  const kind = kindOfReference(reference)
  const text = reference.kind === 'Node' ? name : `${reference.kind} ${name}`
  if (kind === undefined) return <span title={text}>{text}</span>
  return (
    <Link
      {...links.object(kind, { namespace: kind.namespaced === false ? undefined : namespace, name })}
      className="reference-link"
      tabIndex={-1}
      title={text}
      preload={false}
    >
      {text}
    </Link>
  )
}
