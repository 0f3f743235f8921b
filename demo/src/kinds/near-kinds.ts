import type { Kind } from './kind.ts'

const SHOWN = 4

/** The kinds whose names are most like a text, the nearest first. */
export function nearKinds(text: string, kinds: readonly Kind[]): readonly Kind[] {
  const wanted = text.toLowerCase()
  return kinds
    .map(kind => ({ kind, distance: distanceTo(wanted, kind) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 2))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, SHOWN)
    .map(({ kind }) => kind)
}

function distanceTo(wanted: string, { plural, singular, shortNames = [] }: Kind): number {
  if (shortNames.includes(wanted) || singular === wanted) return 0
  return editDistance(wanted, plural)
}

/** The number of letters to insert, delete or replace. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
