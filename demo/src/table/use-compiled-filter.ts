import { useState, useSyncExternalStore } from 'react'
import { type CompiledFilter, compileFilter } from '../filter/compile.ts'
import type { Field } from '../kinds/columns/column.ts'
import { getNow, subscribeToNow } from '../ui/now.ts'

const MINUTE_MS = 60_000

const minuteNow = (): number => Math.floor(getNow() / MINUTE_MS) * MINUTE_MS

/** Compiles a filter, and again each minute if it compares times. While it has a mistake, the last valid one stays. */
export function useCompiledFilter(text: string, fields: readonly Field[]): CompiledFilter {
  const now = useSyncExternalStore(subscribeToNow, minuteNow)
  const compiled = compileFilter(text, fields, now)
  const [valid, setValid] = useState(compiled.filter)
  const isChanged = JSON.stringify(compiled.filter) !== JSON.stringify(valid)
  if (compiled.mistake === undefined && isChanged) setValid(compiled.filter)
  return { ...compiled, filter: valid }
}
