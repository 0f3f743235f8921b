import type { Segments } from './origin.ts'
import type { Positions } from './yaml-values.ts'

/** The offset of a value in the text, or of the nearest value around it that has one. */
export function offsetOfValue(value: unknown, positions: Positions, segments: Segments): number | undefined {
  let [at, offset]: [unknown, number | undefined] = [value, undefined]
  for (const segment of segments) {
    if (typeof at !== 'object' || at === null) break
    const known = positions.get(at)
    const index = typeof segment === 'number' ? segment : (known?.keys?.indexOf(segment) ?? -1)
    offset = known?.offsets[index] ?? offset
    at = (at as Record<string | number, unknown>)[segment]
  }
  return offset
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
