import type { KubernetesObject } from '@kube-informer/core'
import type { ReactNode } from 'react'
import type { CellReference, Column, Share } from '../kinds/columns/column.ts'
import { type Kind, kindOfReference } from '../kinds/kind.ts'
import type { Status } from '../kinds/status.ts'
import type { ObjectLinks } from '../navigation/object-links.ts'
import { Age } from '../ui/age.tsx'
import { classNames } from '../ui/class-names.ts'
import { RowLink } from './row-link.tsx'
import { useFlash } from './use-flash.ts'

interface TableCellProps {
  readonly kind: Kind
  readonly column: Column
  readonly object: KubernetesObject
  readonly links: ObjectLinks
}

/** One cell. It has as few elements as possible: a screen has hundreds of cells, and scrolling creates all of them. */
export function TableCell({ kind, column, object, links }: TableCellProps): ReactNode {
  const { id, numeric, narrow, cell } = column
  if (cell.type === 'text')
    return <TextCell column={column} isMono={cell.mono === true} text={cell.read(object)} />
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
    <span
      role="gridcell"
      className={classNames(
        `cell column-${id} ${cell.type}-cell`,
        numeric === true && 'number',
        narrow === true && 'narrow',
      )}
    >
      <CellContent kind={kind} column={column} object={object} links={links} />
    </span>
  )
}

interface TextCellProps {
  readonly column: Column
  readonly isMono: boolean
  readonly text: string | number | undefined
}

function TextCell({ column: { id, numeric, narrow }, isMono, text }: TextCellProps): ReactNode {
  const flash = useFlash(text)
  const isMissing = text === undefined || text === ''
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
    <span
      role="gridcell"
      className={classNames(
        `cell column-${id} text-cell`,
        numeric === true && 'number',
        narrow === true && 'narrow',
        isMono && 'mono',
        (isMissing || text === 0) && 'muted',
        flash,
      )}
      title={titleOf(text)}
    >
      {isMissing ? '–' : text}
    </span>
  )
}

function CellContent({ kind, column: { cell }, object, links }: TableCellProps): ReactNode {
  switch (cell.type) {
    case 'name': {
      const name = object.metadata?.name ?? ''
      return (
        <RowLink
          kind={kind}
          at={{ namespace: object.metadata?.namespace, name }}
          links={links}
          className="name-link"
        >
          {name}
        </RowLink>
      )
    }
    case 'age':
      return <Age since={cell.read(object)} />
    case 'status':
      return <StatusText status={cell.read(object)} />
    case 'share':
      return <ShareText share={cell.read(object)} />
    case 'reference':
      return <ReferenceLink reference={cell.read(object)} links={links} />
    case 'text':
      return null
  }
}

/** Long texts are cut off. */
const titleOf = (text: string | number | undefined): string | undefined =>
  typeof text === 'string' && text.length > 16 ? text : undefined

function StatusText({ status }: { readonly status: Status | undefined }): ReactNode {
  const flash = useFlash(status?.text)
  if (status === undefined) return <span className="muted">–</span>
  return (
    <span className={classNames(`status ${status.tone}`, flash)} title={titleOf(status.text)}>
      {status.text}
    </span>
  )
}

/** `2/3` and a bar: complete, partly or not at all. */
function ShareText({ share: { ready, wanted } }: { readonly share: Share }): ReactNode {
  const flash = useFlash(`${ready}/${wanted}`)
  const tone = ready >= wanted ? (wanted === 0 ? 'done' : 'good') : ready === 0 ? 'bad' : 'wait'
  const share = wanted === 0 ? 0 : Math.min(1, ready / wanted)
  return (
    <span className={classNames(`share-text ${tone}`, flash)} style={{ '--share': `${share * 100}%` }}>
      {`${ready}/${wanted}`}
    </span>
  )
}

function ReferenceLink(props: {
  readonly reference: CellReference | undefined
  readonly links: ObjectLinks
}): ReactNode {
  const { reference, links } = props
  if (reference === undefined) return <span className="muted">–</span>
  const { namespace, name } = reference
  const kind = kindOfReference(reference)
  const text = reference.kind === 'Node' ? name : `${reference.kind} ${name}`
  if (kind === undefined) return <span title={text}>{text}</span>
  const at = { namespace: kind.namespaced === false ? undefined : namespace, name }
  return (
    <RowLink kind={kind} at={at} links={links} className="reference-link">
      {text}
    </RowLink>
  )
}
