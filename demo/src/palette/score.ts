import { defaultFilter } from 'cmdk'

/** An exact name or short name comes first; the rest is as cmdk ranks it. */
export function score(value: string, typed: string, keywords: readonly string[] = []): number {
  const text = typed.trim().replace(/^:\s*/, '').toLowerCase()
  if (keywords.includes(text)) return 1
  return (defaultFilter?.(value, text, [...keywords]) ?? 0) * 0.9
}
