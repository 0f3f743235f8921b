/** What happens to a piece of a stream; positions are taken modulo what is there. */
export type Corruption =
  | { readonly do: 'cut'; readonly at: Position; readonly length: number }
  | { readonly do: 'insert'; readonly at: Position; readonly bytes: readonly number[] }
  | { readonly do: 'flip'; readonly at: Position; readonly bit: number }
  | { readonly do: 'repeat'; readonly at: Position; readonly length: number }
  /** Whole lines, which in a watch are whole events. */
  | { readonly do: 'repeat-lines'; readonly line: number; readonly lines: number }
  | { readonly do: 'swap-lines'; readonly line: number }
  /** Everything from there on is missing. */
  | { readonly do: 'truncate'; readonly at: Position }

/** A byte: any, or one that JSON is held together by, where more goes wrong. */
export interface Position {
  readonly near: 'anything' | 'structure'
  readonly index: number
}

const STRUCTURE: ReadonlySet<number> = new Set(new TextEncoder().encode('{}[]",:\\\n'))

/** The bytes after all of that was done to them, in order. */
export function corrupt(bytes: Uint8Array, corruptions: readonly Corruption[]): Uint8Array {
  return corruptions.reduce(corruptOnce, bytes)
}

function corruptOnce(bytes: Uint8Array, corruption: Corruption): Uint8Array {
  if (bytes.length === 0) return bytes
  switch (corruption.do) {
    case 'repeat-lines':
    case 'swap-lines':
      return joinLines(moveLines(splitLines(bytes), corruption))
    default:
      return corruptAt(bytes, positionIn(bytes, corruption.at), corruption)
  }
}

function corruptAt(
  bytes: Uint8Array,
  at: number,
  corruption: Exclude<Corruption, { line: number }>,
): Uint8Array {
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (corruption.do) {
    case 'truncate':
      return before
    case 'cut':
      return concat([before, after.subarray(corruption.length)])
    case 'insert':
      return concat([before, Uint8Array.from(corruption.bytes), after])
    case 'repeat':
      return concat([before, after.subarray(0, corruption.length), after])
    case 'flip':
      return bytes.map((byte, i) => (i === at ? byte ^ (1 << corruption.bit) : byte))
  }
}

function positionIn(bytes: Uint8Array, { near, index }: Position): number {
  if (near === 'anything') return index % bytes.length
  const places = [...bytes.keys()].filter(i => STRUCTURE.has(bytes[i] ?? 0))
  return places[index % places.length] ?? index % bytes.length
}

function moveLines(
  lines: readonly Uint8Array[],
  corruption: Extract<Corruption, { line: number }>,
): readonly Uint8Array[] {
  const at = corruption.line % lines.length
  if (corruption.do === 'swap-lines') {
    const [one, two, ...rest] = lines.slice(at)
    return one && two ? [...lines.slice(0, at), two, one, ...rest] : lines
  }
  return [...lines.slice(0, at + corruption.lines), ...lines.slice(at)]
}

/** Each with its newline. */
function splitLines(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, from)
    const to = newline === -1 ? bytes.length : newline + 1
    lines.push(bytes.subarray(from, to))
    from = to
  }
  return lines
}

const joinLines = (lines: readonly Uint8Array[]): Uint8Array => concat(lines)

/** One array with all the parts, a fresh copy. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** The bytes in pieces of these sizes, over and over; at least one byte each. */
export function* inPieces(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let from = 0
  for (let i = 0; from < bytes.length; i++) {
    const to = from + Math.max(1, sizes[i % sizes.length] ?? bytes.length)
    yield bytes.slice(from, to)
    from = to
  }
}
