import { isJsonObject, type JsonObject } from '@kube-informer/core/patch'
import { parseValuePath } from '@kube-informer/core/paths'
import type { PathValue } from '@kube-informer/core/rows'
import type { ComparedAs } from '../../api/expression.ts'
import { comparisonWith } from './comparison.ts'
import { type Expression, gate, negated } from './expression.ts'
import { atLocation, mistake } from './mistake.ts'
import { compileLoaded } from './pattern-engine.ts'

type Test = (value: PathValue) => boolean

const MAX_DEPTH = 32
const MAX_TERMS = 200

const CONDITIONS = ['eq', 'in', 'exists', 'prefix', 'matches', 'lt', 'lte', 'gt', 'gte'] as const
type ConditionName = (typeof CONDITIONS)[number]
const KINDS: readonly ComparedAs[] = ['number', 'quantity', 'time']

/** Whether the value of a comparison, negative if it is less than the operand, fulfils a condition. NaN fulfils none. */
const COMPARED: Partial<Readonly<Record<ConditionName, (order: number) => boolean>>> = {
  lt: order => order < 0,
  lte: order => order <= 0,
  gt: order => order > 0,
  gte: order => order >= 0,
}

/** Parses a `where`, which can be anything. Throws a UsageError with the location of the mistake. */
export const parseWhere = (where: unknown, location: string): Expression =>
  new WhereParser().parse(where, location, 1)

class WhereParser {
  #terms = 0

  parse(where: unknown, location: string, depth: number): Expression {
    if (depth > MAX_DEPTH) return mistake(location, `conditions nest deeper than ${MAX_DEPTH}`)
    if (!isJsonObject(where)) return mistake(location, 'an object is expected')
    const names = Object.keys(where).filter(name => where[name] !== undefined)
    const [name] = names
    if (name !== undefined && ['and', 'or', 'not'].includes(name) && names.length > 1)
      return mistake(location, `"${name}" cannot have other members beside it`)
    if (name === 'and') return this.#parts(where.and, true, `${location}.and`, depth)
    if (name === 'or') return this.#parts(where.or, false, `${location}.or`, depth)
    if (name === 'not') return negated(this.parse(where.not, `${location}.not`, depth + 1))
    return this.#term(where, names, location)
  }

  #parts(parts: unknown, isAll: boolean, location: string, depth: number): Expression {
    if (!Array.isArray(parts)) return mistake(location, 'an array is expected')
    return gate(
      isAll,
      parts.map((part, index) => this.parse(part, `${location}[${index}]`, depth + 1)),
    )
  }

  #term(where: JsonObject, names: readonly string[], location: string): Expression {
    if (++this.#terms > MAX_TERMS) return mistake(location, `there are more than ${MAX_TERMS} conditions`)
    const { path } = where
    if (typeof path !== 'string') return mistake(`${location}.path`, 'a text is expected')
    const steps = atLocation(`${location}.path`, () => parseValuePath(path))
    const condition = onlyCondition(names, location)
    const test = conditionTest(where, condition, location)
    const isAbsence = where.exists === false || where.eq === null
    return { type: 'term', path: steps, test, isNegated: isAbsence }
  }
}

function onlyCondition(names: readonly string[], location: string): ConditionName {
  const conditions = CONDITIONS.filter(name => names.includes(name))
  const [condition] = conditions
  if (!condition || conditions.length > 1)
    return mistake(location, `exactly one of ${CONDITIONS.join(', ')} is expected, or and, or, not`)
  const mayHaveKind = COMPARED[condition] !== undefined
  const unknown = names.find(name => name !== 'path' && name !== condition && !(mayHaveKind && name === 'as'))
  if (unknown !== undefined) return mistake(location, `there is no member ${JSON.stringify(unknown)} here`)
  return condition
}

function conditionTest(where: JsonObject, condition: ConditionName, location: string): Test {
  const operand = where[condition]
  const at = `${location}.${condition}`
  switch (condition) {
    case 'eq':
      if (operand === null) return isValue
      if (!isScalar(operand)) return mistake(at, 'a text, a number, true, false or null is expected')
      return value => value === operand
    case 'in':
      return isOneOf(operand, at)
    case 'exists':
      if (typeof operand !== 'boolean') return mistake(at, 'true or false is expected')
      return isValue
    case 'prefix':
      if (typeof operand !== 'string') return mistake(at, 'a text is expected')
      return value => typeof value === 'string' && value.startsWith(operand)
    case 'matches':
      return matchesPattern(operand, at)
    default:
      return comparisonTest(operand, where.as, condition, location)
  }
}

/** The negated condition is the absence of a value. */
const isValue: Test = value => value !== null

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function isOneOf(operand: unknown, at: string): Test {
  if (!Array.isArray(operand)) return mistake(at, 'an array is expected')
  const wrong = operand.findIndex(each => !isScalar(each))
  if (wrong >= 0) return mistake(`${at}[${wrong}]`, 'a text, a number, true or false is expected')
  const values = new Set<unknown>(operand)
  return value => values.has(value)
}

function matchesPattern(operand: unknown, at: string): Test {
  if (typeof operand !== 'string') return mistake(at, 'a text is expected')
  const pattern = atLocation(at, () => compileLoaded(operand))
  return value => typeof value === 'string' && pattern.test(value)
}

function comparisonTest(operand: unknown, as: unknown, condition: ConditionName, location: string): Test {
  const at = `${location}.${condition}`
  if (typeof operand !== 'string' && typeof operand !== 'number')
    return mistake(at, 'a text or a number is expected')
  if (as === undefined && typeof operand === 'string')
    return mistake(location, `a comparison with a text needs "as": ${KINDS.join(', ')}`)
  const kind = as === undefined ? 'number' : KINDS.find(each => each === as)
  if (!kind) return mistake(`${location}.as`, `one of ${KINDS.join(', ')} is expected`)
  const compare = comparisonWith(operand, kind)
  if (!compare) return mistake(at, `the operand must be a ${kind}, got ${JSON.stringify(operand)}`)
  const isFulfilled = COMPARED[condition]
  return value => isFulfilled?.(compare(value)) === true
}
