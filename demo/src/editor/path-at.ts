/** Where a cursor is in a YAML document: between which members, and what is typed there. */
export interface CursorPath {
  /** The keys and list positions above the cursor: `['spec', 'containers', 0]`. */
  readonly path: readonly (string | number)[]
  /** Whether a key or a value is typed at the cursor. */
  readonly typing: 'key' | 'value'
  /** The offset at which the typed word starts. */
  readonly from: number
}

interface Line {
  readonly indent: number
  /** The columns of the dashes that open list items on this line. */
  readonly dashes: readonly number[]
  readonly key: string | undefined
}

const LINE = /^(\s*)((?:-\s+)*-?)\s*(.*)$/

/**
 * The path of an offset, from the indentation of the lines above: a document that is being typed has no syntax tree to rely
 * on. Flow style and block scalars are not followed.
 */
export function pathAt(text: string, offset: number): CursorPath {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(start, offset)
  const current = lineOf(before)
  const value = /^(\s*(?:-\s+)*)([^\s#:][^#:]*):\s+(.*)$/.exec(before)
  const typed = /[^\s"']*$/.exec(before)?.[0] ?? ''
  const path = pathAbove(linesOf(text.slice(0, start)), current)
  if (value?.[2] === undefined) return { path, typing: 'key', from: offset - typed.length }
  return { path: [...path, unquoted(value[2])], typing: 'value', from: offset - typed.length }
}

const linesOf = (text: string): readonly Line[] => {
  const lines = text.split('\n')
  // A document starts after its marker.
  const first = lines.lastIndexOf('---') + 1
  return lines
    .slice(first)
    .filter(line => line.trim() !== '' && !line.trimStart().startsWith('#'))
    .map(lineOf)
}

function lineOf(line: string): Line {
  const [, space = '', markers = '', rest = ''] = LINE.exec(line) ?? []
  const dashes = [...markers.matchAll(/-/g)].map(({ index }) => space.length + index)
  const key = /^("[^"]*"|'[^']*'|[^\s#:][^#]*?)\s*:(?:\s|$)/.exec(rest)?.[1]
  return { indent: line.length - rest.length, dashes, key: key && unquoted(key) }
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2')

/** Walks up to lines with less indentation, and counts the items of the lists that it leaves. */
function pathAbove(lines: readonly Line[], current: Line): readonly (string | number)[] {
  const path: (string | number)[] = []
  let indent = current.indent
  let items = 0
  let column = current.dashes.at(-1)
  let isItem = column !== undefined
  for (const line of lines.toReversed()) {
    const dash = line.dashes.at(-1)
    if (isItem && dash === column && column !== undefined) {
      items++
      continue
    }
    const isParent = isItem
      ? line.indent <= (column ?? 0) && line.key !== undefined && dash === undefined
      : line.indent < indent && line.key !== undefined
    if (!isItem && dash !== undefined && line.indent === indent) {
      column = dash
      isItem = true
      items = 0
      continue
    }
    if (!isParent && !(isItem && line.key !== undefined && line.indent <= (column ?? 0))) continue
    if (isItem) path.unshift(items)
    path.unshift(line.key ?? '')
    indent = line.indent
    column = dash
    isItem = dash !== undefined
    items = 0
  }
  return path
}
