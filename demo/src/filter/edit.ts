import { valuesOf } from './compile-term.ts'
import type { Expression, Term } from './expression.ts'
import { parseFilter } from './parse.ts'
import { quote } from './tokens.ts'

/** The values that the expression requires of a field, by one term with `:` that nothing negates. */
export function chosenValues(text: string, field: string): readonly string[] {
  const term = termOf(text, field)
  return term ? valuesOf(term) : []
}

/** Adds a value to those that the expression permits for a field, or removes it. Everything else stays. */
export function toggleValue(text: string, field: string, value: string): string {
  const chosen = chosenValues(text, field)
  const next = chosen.includes(value) ? chosen.filter(each => each !== value) : [...chosen, value]
  return withValues(text, field, next)
}

/** Sets the values that the expression permits for a field. */
export function withValues(text: string, field: string, values: readonly string[]): string {
  const term = termOf(text, field)
  const written =
    values.length === 0 ? '' : `${field}:${values.length === 1 ? quote(values[0] ?? '') : values.join(',')}`
  const isAlternative = term === undefined && parseFilter(text).expression?.type === 'or'
  const before = isAlternative ? `(${text.trim()})` : text.slice(0, term?.start ?? text.length)
  const after = term ? text.slice(term.end) : ''
  return [before, written, after]
    .map(part => part.trim())
    .filter(part => part !== '')
    .join(' ')
}

function termOf(text: string, field: string): Term | undefined {
  const { expression } = parseFilter(text)
  if (expression === undefined) return undefined
  const parts: readonly Expression[] = expression.type === 'and' ? expression.parts : [expression]
  return parts.find(
    (part): part is Term => part.type === 'term' && part.field === field && part.operator === ':',
  )
}
