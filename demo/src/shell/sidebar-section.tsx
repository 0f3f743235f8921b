import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { createStored } from '../ui/stored.ts'
import { useStored } from '../ui/use-stored.ts'

interface SidebarSectionProps {
  /** Under which it is remembered whether the section is open. */
  readonly id: string
  readonly name: string
  readonly isCustom?: boolean
  readonly children: ReactNode
}

/** The sections that the user has closed, and those that he or she has opened. */
const openSections = createStored('sections', value =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, boolean>>) : {},
)

/** Sections that few users need are closed at first. */
const CLOSED = new Set(['Storage', 'Access'])

/** A heading that opens and closes the list below it. */
export function SidebarSection({ id, name, isCustom, children }: SidebarSectionProps): ReactNode {
  const isOpen = useStored(openSections)[id] ?? !CLOSED.has(id)
  const listId = `section-${id}`
  return (
    <section className={classNames('sidebar-section', isCustom && 'custom')}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => openSections.set({ ...openSections.get(), [id]: !isOpen })}
        >
          <ChevronRight size={12} aria-hidden className="chevron" />
          <span>{name}</span>
        </button>
      </h2>
      {isOpen && <ul id={listId}>{children}</ul>}
    </section>
  )
}
