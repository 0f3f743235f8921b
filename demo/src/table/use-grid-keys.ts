import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Section } from './sections.ts'
import type { Selection } from './use-selection.ts'
import { HEAD_HEIGHT, ROW_HEIGHT } from './use-virtual-rows.ts'

interface GridKeysOptions {
  /** The number of lines. */
  readonly count: number
  readonly query: string
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly selection: Selection
  readonly keyAt: (line: number) => string | undefined
  readonly lineOfKey: (key: string) => number | undefined
  readonly sectionAt: (line: number) => Section | undefined
  readonly scrollToLine: (line: number) => void
  readonly onToggleSection: (section: Section) => void
  readonly onOpen: (key: string) => void
}

interface GridKeys {
  /** The line that the keys apply to. */
  readonly active: number | undefined
  readonly setActive: (line: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The active row: by key once its row is loaded, by line until then. A new query clears it. */
interface Cursor {
  readonly query: string
  readonly line: number
  readonly key: string | undefined
}

/** The keys of the grid. The focus stays on the grid, since the element of the active row comes and goes while it scrolls. */
export function useGridKeys(options: GridKeysOptions): GridKeys {
  const { count, query, scroller, selection, keyAt, lineOfKey, sectionAt, scrollToLine } = options
  const [cursor, setCursor] = useState<Cursor>()
  const active = cursor?.query === query ? lineOfCursor(cursor, keyAt, lineOfKey) : undefined
  const setActive = (line: number): void => setCursor({ query, line, key: keyAt(line) })
  const moveTo = (line: number, isExtending: boolean): void => {
    if (count === 0) return
    const next = Math.max(0, Math.min(count - 1, line))
    setActive(next)
    scrollToLine(next)
    const key = keyAt(next)
    if (isExtending && key !== undefined && !selection.has(key)) selection.toggle(key, true)
  }
  const act = (event: KeyboardEvent): boolean => {
    const isMod = event.ctrlKey || event.metaKey
    if (isMod && event.key.toLowerCase() === 'a') return done(selection.selectAll)
    if (event.key === 'Escape' && selection.count > 0) return done(selection.clear)
    const key = active === undefined ? undefined : keyAt(active)
    if (isMod && event.key.toLowerCase() === 'c') return copyName(key)
    if (isMod || event.altKey) return false
    const step = stepOf(event.key, scroller.current?.clientHeight ?? 0, count)
    if (step !== undefined) {
      moveTo(active === undefined ? Math.max(0, step - 1) : active + step, event.shiftKey)
      return true
    }
    const section = active === undefined ? undefined : sectionAt(active)
    if (section && isSectionKey(event.key, section)) return done(() => options.onToggleSection(section))
    if (event.key === 'Enter' && key !== undefined) return done(() => options.onOpen(key))
    if (event.key === ' ' && key !== undefined) return done(() => selection.toggle(key, event.shiftKey))
    return false
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target === event.currentTarget && act(event)) event.preventDefault()
  }
  return { active, setActive, onKeyDown }
}

function done(act: () => void): true {
  act()
  return true
}

/** Unless the user has selected a text. */
function copyName(key: string | undefined): boolean {
  if (key === undefined || document.getSelection()?.isCollapsed === false) return false
  void navigator.clipboard.writeText(key.slice(key.indexOf('/') + 1))
  return true
}

const isSectionKey = (key: string, { isCollapsed }: Section): boolean =>
  key === 'Enter' || key === ' ' || key === (isCollapsed ? 'ArrowRight' : 'ArrowLeft')

/** Rows above the cursor may be added or removed. */
function lineOfCursor(
  { key, line }: Cursor,
  keyAt: GridKeysOptions['keyAt'],
  lineOfKey: GridKeysOptions['lineOfKey'],
): number {
  return key === undefined || keyAt(line) === key ? line : (lineOfKey(key) ?? line)
}

function stepOf(key: string, height: number, count: number): number | undefined {
  const page = Math.max(1, Math.floor((height - HEAD_HEIGHT) / ROW_HEIGHT) - 1)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  }
  return steps[key]
}
