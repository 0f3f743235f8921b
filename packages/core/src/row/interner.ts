import { detached } from './create-row.ts'

/** Creates a function that interns strings: there are few distinct namespaces. */
export function interner(): (text: string) => string {
  const known = new Map<string, string>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size > 10_000) known.clear()
    const copy = detached(text)
    known.set(copy, copy)
    return copy
  }
}
