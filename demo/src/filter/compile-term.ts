import { parseQuantity } from '@kube-informer/core/quantity'
import type { Where } from '@kube-informer/worker'
import type { Field } from '../kinds/columns/column.ts'
import type { ComputedCondition } from '../kinds/computed.ts'
import { parseDuration } from './duration.ts'
import { FilterError, type Operator, type Term } from './expression.ts'

/** A condition on paths, or one on computed values. The worker evaluates them in two places. */
export type Compiled = { readonly where: Where } | { readonly computed: ComputedCondition }

/** A condition on one value, without the value's place. */
type Test = Readonly<Record<string, unknown>>

const COMPARISONS: Readonly<Partial<Record<Operator, string>>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}
/** An object is younger if its timestamp is later. */
const OPPOSITE: Readonly<Record<string, string>> = { gt: 'lt', gte: 'lte', lt: 'gt', lte: 'gte' }

/** The condition of a term. `now` is in milliseconds since 1970. Throws a FilterError. */
export function compileTerm(term: Term, field: Field, now: number): Compiled {
  if (term.value === '')
    throw new FilterError(`A value of ${field.id} is expected after “${term.operator}”`, term)
  const isNegated = term.operator === '!=' || term.operator === '!~'
  const tests = testsOf(term, field, now)
  const { source } = field
  if ('computed' in source) {
    const parts = tests.map(test => ({ field: source.computed, ...test }) as ComputedCondition)
    const computed: ComputedCondition = parts.length === 1 && parts[0] ? parts[0] : { and: parts }
    return { computed: isNegated ? { not: computed } : computed }
  }
  const places = source.paths.map((path): Where => {
    const parts = tests.map(test => ({ path, ...test }) as unknown as Where)
    return parts.length === 1 && parts[0] ? parts[0] : { and: parts }
  })
  const where: Where = places.length === 1 && places[0] ? places[0] : { or: places }
  return { where: isNegated ? { not: where } : where }
}

/** What a value has to fulfil. */
function testsOf(term: Term, field: Field, now: number): readonly Test[] {
  const { operator, value } = term
  const isComputed = 'computed' in field.source
  if (operator === '=~' || operator === '!~') return [patternTest(term)]
  if (value === '*' && !term.quoted) return isComputed ? [{ matches: '.' }] : [{ exists: true }]
  const comparison = COMPARISONS[operator]
  if (field.type === 'time') return [timeTest(term, comparison, now)]
  if (field.type === 'text') {
    if (comparison) throw new FilterError(`${field.id} is a text: use “:”, “=” or “=~”`, term)
    return [textTest(term, field)]
  }
  return numberTests(term, field, comparison)
}

function patternTest(term: Term): Test {
  try {
    new RegExp(term.value)
  } catch {
    throw new FilterError('This must be a regular expression', { start: term.valueStart, end: term.end })
  }
  return { matches: term.value }
}

function textTest(term: Term, field: Field): Test {
  const values = valuesOf(term)
  if (term.operator !== ':' || field.exact) return { in: values }
  return { matches: `(?i)${values.map(escapePattern).join('|')}` }
}

/** The values of `status:Running,Pending`. */
export const valuesOf = ({ value, quoted }: Term): readonly string[] =>
  quoted ? [value] : value.split(',').filter(each => each !== '')

function numberTests(term: Term, field: Field, comparison: string | undefined): readonly Test[] {
  const isQuantity = field.type === 'quantity'
  const isValid = isQuantity ? parseQuantity(term.value) !== undefined : isNumber(term.value)
  if (!isValid) {
    const example = isQuantity ? '500m or 2Gi' : '3'
    throw new FilterError(`${field.id} is a number, such as ${example}`, {
      start: term.valueStart,
      end: term.end,
    })
  }
  const operand = isQuantity ? { as: 'quantity' } : {}
  const value = isQuantity ? term.value : Number(term.value)
  if (comparison) return [{ [comparison]: value, ...operand }]
  return [
    { gte: value, ...operand },
    { lte: value, ...operand },
  ]
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

function timeTest(term: Term, comparison: string | undefined, now: number): Test {
  const span = { start: term.valueStart, end: term.end }
  if (comparison === undefined) throw new FilterError('Compare a time with “<” or “>”', term)
  const duration = parseDuration(term.value)
  if (duration === undefined) throw new FilterError('A duration is expected, such as 30s, 5m, 2h or 7d', span)
  return { [OPPOSITE[comparison] ?? comparison]: now - duration, as: 'time' }
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Objects whose name or namespace contains a text, in any case. */
export function wordCondition(text: string): Where {
  const matches = `(?i)${escapePattern(text)}`
  return {
    or: [
      { path: 'metadata.name', matches },
      { path: 'metadata.namespace', matches },
    ],
  }
}
