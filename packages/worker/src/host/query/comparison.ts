import { compareQuantities, parseQuantity } from '@kube-informer/core/quantity'
import type { PathValue } from '@kube-informer/core/rows'
import type { ComparedAs } from '../../api/expression.ts'
import { compareTimestamps, parseTimestamp } from './timestamp.ts'

/** How values of one kind are read and compared. */
interface Kind<T> {
  /** Undefined for what is none. */
  parse(value: string | number): T | undefined
  /** Negative if `a` is less than `b`. */
  compare(a: T, b: T): number
}

/** A number of JSON, also as a text, as in annotations. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/

const numbers: Kind<number> = {
  parse(value) {
    if (typeof value === 'string' && !NUMBER.test(value)) return undefined
    const number = Number(value)
    return Number.isFinite(number) ? number : undefined
  },
  compare: (a, b) => a - b,
}

/** The comparison of values with an operand: negative if the value is less, NaN if it cannot be read. */
export type Comparison = (value: PathValue) => number

/** Creates the comparison with an operand; undefined if the operand cannot be read. */
export function comparisonWith(operand: string | number, as: ComparedAs): Comparison | undefined {
  switch (as) {
    case 'number':
      return within(numbers, operand)
    case 'quantity':
      return within({ parse: parseQuantity, compare: compareQuantities }, operand)
    case 'time':
      return within({ parse: parseTimestamp, compare: compareTimestamps }, operand)
  }
}

function within<T>({ parse, compare }: Kind<T>, operand: string | number): Comparison | undefined {
  const right = parse(operand)
  if (right === undefined) return undefined
  return value => {
    if (typeof value !== 'string' && typeof value !== 'number') return Number.NaN
    const left = parse(value)
    return left === undefined ? Number.NaN : compare(left, right)
  }
}
