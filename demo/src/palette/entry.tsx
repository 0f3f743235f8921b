import { CommandItem } from 'cmdk'
import type { ReactNode } from 'react'
import { Kbd } from '../ui/kbd.tsx'

interface EntryProps {
  /** Unique in the palette; searched too. */
  readonly value: string
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** Beside the text, in a quiet color. */
  readonly note?: string | undefined
  readonly keywords?: readonly string[] | undefined
  readonly hotkey?: string | undefined
  /** Whether the entry was found by other means than the text. @default false */
  readonly isFound?: boolean
  readonly onSelect: () => void
}

/** One line of the palette. */
export function Entry(props: EntryProps): ReactNode {
  const { value, icon, children, note, keywords, hotkey, isFound, onSelect } = props
  return (
    <CommandItem
      className="palette-item"
      value={value}
      keywords={[...(keywords ?? [])]}
      forceMount={isFound ?? false}
      onSelect={onSelect}
    >
      <span className="menu-icon">{icon}</span>
      <span className="palette-text">{children}</span>
      {note !== undefined && <span className="palette-note">{note}</span>}
      {hotkey !== undefined && <Kbd keys={hotkey} />}
    </CommandItem>
  )
}
