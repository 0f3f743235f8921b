import { defaultFilter } from 'cmdk'

/** Below this the letters are scattered over the name. */
const LEAST = 0.05

/** The items with a name that matches the text, the best first. An exact name comes before all others. Without a text, all items. */
export function matching<TItem>(
  items: readonly TItem[],
  text: string,
  namesOf: (item: TItem) => readonly string[],
): readonly TItem[] {
  if (text === '') return items
  return items
    .map(item => ({ item, score: scoreOf(namesOf(item), text.toLowerCase()) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

function scoreOf(names: readonly string[], text: string): number {
  if (names.includes(text)) return 2
  return Math.max(0, ...names.map(name => defaultFilter?.(name, text, []) ?? 0))
}
