import { UsageError } from '@kube-informer/core'
import { parseQuantity } from '@kube-informer/core/quantity'
import type { PathValue } from '@kube-informer/core/rows'
import type { SortType } from '../../api/subscription.ts'
import { parseTimestamp } from '../query/timestamp.ts'

/** What a sort compares; undefined for a missing value. */
export type SortValue = string | number | undefined

type ToSortValue = (value: PathValue) => SortValue

const TYPES: Readonly<Record<SortType, ToSortValue>> = {
  text: textOf,
  natural: value => naturalText(textOf(value)),
  quantity: value =>
    isText(value) || typeof value === 'number' ? parseQuantity(value)?.approximate : undefined,
  age: value => (isText(value) ? ageOf(value) : undefined),
}

/** The function that turns the value at a path into what a sort compares; throws a UsageError for an unknown type. */
export function toSortValue(as: SortType | undefined): ToSortValue {
  if (as === undefined) return scalar
  if (Object.hasOwn(TYPES, as)) return TYPES[as]
  const names = Object.keys(TYPES).map(name => JSON.stringify(name))
  throw new UsageError(`a sort is \`as\` ${names.join(', ')}, not ${JSON.stringify(as)}`)
}

const isText = (value: PathValue): value is string => typeof value === 'string'

function scalar(value: PathValue): SortValue {
  return typeof value === 'boolean' ? Number(value) : (value ?? undefined)
}

function textOf(value: PathValue): string | undefined {
  return value === undefined || value === null ? undefined : String(value)
}

/** Less for a later time; the decimals of a double reach microseconds. */
function ageOf(value: string): number | undefined {
  const time = parseTimestamp(value)
  return time && -(time.second + Number(`0.${time.fraction}`) * 1_000)
}

/** A text that orders by code unit as the given one orders naturally: the length of each number precedes it. */
function naturalText(text: string | undefined): string | undefined {
  return text?.replace(/\d+/g, digits => {
    const number = digits.replace(/^0+(?=\d)/, '')
    return orderedLength(number.length) + number
  })
}

/** Digits that order by code unit as the lengths do, and that no other length starts with. */
const orderedLength = (length: number): string => '9'.repeat(Math.floor(length / 9)) + (length % 9)

/** Compares two values: numbers by size, texts by code unit, numbers before texts. Missing values come last. */
export function compareSortValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  const order = compare(a, b)
  return descending ? -order : order
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1
  return typeof b === 'number' ? 1 : byCodeUnit(a, b)
}

/** Equal texts, such as namespaces, are mostly identical strings, which compare without reading characters. */
export const byCodeUnit = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
