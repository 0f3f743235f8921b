import type { SliceWindow } from '@kube-informer/worker'
import type { RefObject } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectLinks } from '../navigation/object-links.ts'
import type { Lines, Section } from './sections.ts'
import type { KindTable } from './use-kind-table.ts'
import type { Rows } from './use-rows.ts'
import type { Selection } from './use-selection.ts'

export interface TableGridProps {
  readonly kind: Kind
  readonly table: KindTable
  readonly rows: Rows
  readonly lines: Lines
  /** What the sections are made of. */
  readonly groupLabel: string
  readonly links: ObjectLinks
  readonly selection: Selection
  readonly window: SliceWindow
  readonly onWindow: (window: SliceWindow) => void
  readonly onToggleSection: (section: Section) => void
  readonly onOpen: (key: string) => void
  /** Equal for equal requests: another one starts at the first row. */
  readonly query: string
  readonly scroller: RefObject<HTMLDivElement | null>
}
