import { CommandItem } from 'cmdk'
import type { ReactNode } from 'react'
import { Kbd } from '../ui/kbd.tsx'

interface EntryProps {
  /** Unique in the palette. */
  readonly value: string
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** Beside the text, in a quiet color. */
  readonly note?: string | undefined
  readonly hotkey?: string | undefined
  readonly onSelect: () => void
}

/** One line of the palette. */
export function Entry(props: EntryProps): ReactNode {
  const { value, icon, children, note, hotkey, onSelect } = props
  return (
    <CommandItem className="palette-item" value={value} onSelect={onSelect}>
      <span className="menu-icon">{icon}</span>
      <span className="palette-text">{children}</span>
      {note !== undefined && <span className="palette-note">{note}</span>}
      {hotkey !== undefined && <Kbd keys={hotkey} />}
    </CommandItem>
  )
}
