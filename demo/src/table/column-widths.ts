/** Column widths in pixels, by column id. */
export type ColumnWidths = Readonly<Record<string, number>>

const keyOf = (kind: string): string => `console.widths.${kind}`

/** The widths that the user has set for a kind, in this browser. */
export function readWidths(kind: string): ColumnWidths {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, width]) => typeof width === 'number'))
  } catch {
    return {}
  }
}

export function storeWidths(kind: string, widths: ColumnWidths): void {
  try {
    if (Object.keys(widths).length === 0) localStorage.removeItem(keyOf(kind))
    else localStorage.setItem(keyOf(kind), JSON.stringify(widths))
  } catch {
    // Without storage, the widths last as long as the page.
  }
}
