import type { SliceFilter, Where } from '@kube-informer/worker'
import type { Field } from '../kinds/columns/column.ts'
import type { ComputedCondition } from '../kinds/computed.ts'
import { compileTerm, wordCondition } from './compile-term.ts'
import { type Expression, FilterError, type Mistake, type Term } from './expression.ts'
import { LABEL_FIELDS, labelCondition, selectorOf } from './labels.ts'
import { parseFilter } from './parse.ts'

export interface CompiledFilter {
  /** Undefined for every object. */
  readonly filter?: SliceFilter | undefined
  readonly mistake?: Mistake | undefined
  /** Whether it compares times, so that its result changes with the time. */
  readonly usesTime: boolean
}

interface Context {
  readonly fields: readonly Field[]
  readonly now: number
}

/**
 * Turns a filter expression into what a slice takes: words into its `text`, labels into its `labelSelector`, computed
 * values into the predicate `computed`, and everything else into its `where`.
 *
 * @param now in milliseconds since 1970, for durations
 */
export function compileFilter(text: string, fields: readonly Field[], now: number): CompiledFilter {
  const { expression, mistake } = parseFilter(text)
  if (expression === undefined) return { mistake, usesTime: false }
  const usesTime = namesTime(expression, fields)
  try {
    return { filter: sliceFilter(expression, { fields, now }), usesTime }
  } catch (error) {
    if (error instanceof FilterError) return { mistake: error.mistake, usesTime }
    throw error
  }
}

export const fieldNamed = (name: string, fields: readonly Field[]): Field | undefined =>
  fields.find(({ id, aliases }) => id === name || aliases?.includes(name))

function sliceFilter(expression: Expression, context: Context): SliceFilter {
  const parts = expression.type === 'and' ? expression.parts : [expression]
  const words = parts.flatMap(part => (part.type === 'word' ? part.text : []))
  const labels = parts.flatMap(part => (isLabel(part) ? selectorOf(part) : []))
  const others = parts.filter(part => part.type !== 'word' && !isLabel(part))
  const { where, computed } = collect(others, context)
  return {
    ...(words.length > 0 && { text: words.join(' ') }),
    ...(labels.length > 0 && { labelSelector: labels.join(',') }),
    ...(where.length > 0 && { where: all(where) }),
    ...(computed.length > 0 && { predicate: { name: 'computed', args: all(computed) } }),
  }
}

const isLabel = (part: Expression): part is Term => part.type === 'term' && LABEL_FIELDS.includes(part.field)

/** Conditions that all have to hold. */
interface Conditions {
  readonly where: readonly Where[]
  readonly computed: readonly ComputedCondition[]
}

const all = <T extends object>(parts: readonly T[]): T =>
  parts.length === 1 && parts[0] ? parts[0] : ({ and: parts } as unknown as T)

function collect(parts: readonly Expression[], context: Context): Conditions {
  const compiled = parts.map(part => conditionsOf(part, context))
  return {
    where: compiled.flatMap(({ where }) => where),
    computed: compiled.flatMap(({ computed }) => computed),
  }
}

function conditionsOf(expression: Expression, context: Context): Conditions {
  switch (expression.type) {
    case 'word':
      return { where: [wordCondition(expression.text)], computed: [] }
    case 'term':
      return termConditions(expression, context)
    case 'and':
      return collect(expression.parts, context)
    case 'or': {
      const parts = expression.parts.map(part => single(part, context))
      const where = parts.flatMap(part => part.where)
      const computed = parts.flatMap(part => part.computed)
      if (where.length > 0 && computed.length > 0) throw mixed(expression)
      return where.length > 0
        ? { where: [{ or: where }], computed: [] }
        : { where: [], computed: [{ or: computed }] }
    }
    case 'not': {
      const { where, computed } = single(expression.part, context)
      return { where: where.map(not => ({ not })), computed: computed.map(not => ({ not })) }
    }
  }
}

/** Conditions as one, which can be negated and combined. */
function single(expression: Expression, context: Context): Conditions {
  const { where, computed } = conditionsOf(expression, context)
  if (where.length > 0 && computed.length > 0) throw mixed(expression)
  return where.length > 0 ? { where: [all(where)], computed: [] } : { where: [], computed: [all(computed)] }
}

const mixed = (expression: Expression): FilterError =>
  new FilterError('“or” and “-” cannot combine status and restarts with other fields', expression)

function termConditions(term: Term, { fields, now }: Context): Conditions {
  if (LABEL_FIELDS.includes(term.field)) return { where: [labelCondition(term)], computed: [] }
  const field = fieldNamed(term.field, fields)
  if (field === undefined) {
    const span = { start: term.start, end: term.start + term.field.length }
    throw new FilterError(
      `There is no field “${term.field}” here. Put quotes around a text with “${term.operator}”`,
      span,
    )
  }
  const compiled = compileTerm(term, field, now)
  return 'where' in compiled
    ? { where: [compiled.where], computed: [] }
    : { where: [], computed: [compiled.computed] }
}

function namesTime(expression: Expression, fields: readonly Field[]): boolean {
  if (expression.type === 'term') return fieldNamed(expression.field, fields)?.type === 'time'
  if (expression.type === 'not') return namesTime(expression.part, fields)
  return 'parts' in expression && expression.parts.some(part => namesTime(part, fields))
}
