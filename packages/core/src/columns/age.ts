import type { KubernetesObject } from '../api/object.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

interface Rule {
  /** The rule applies below this many seconds. */
  readonly below: number
  readonly unit: readonly [seconds: number, letter: string]
  /** The smaller unit, shown unless it is zero. */
  readonly rest?: readonly [seconds: number, letter: string]
}

/** Longer durations are shown in coarser units. */
const RULES: readonly Rule[] = [
  { below: 2 * MINUTE, unit: [1, 's'] },
  { below: 10 * MINUTE, unit: [MINUTE, 'm'], rest: [1, 's'] },
  { below: 3 * HOUR, unit: [MINUTE, 'm'] },
  { below: 8 * HOUR, unit: [HOUR, 'h'], rest: [MINUTE, 'm'] },
  { below: 2 * DAY, unit: [HOUR, 'h'] },
  { below: 8 * DAY, unit: [DAY, 'd'], rest: [HOUR, 'h'] },
  { below: 2 * YEAR, unit: [DAY, 'd'] },
  { below: 8 * YEAR, unit: [YEAR, 'y'], rest: [DAY, 'd'] },
  { below: Number.POSITIVE_INFINITY, unit: [YEAR, 'y'] },
]

/** A duration as kubectl shows it: `93s`, `5m10s`, `3h4m`, `12d`. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  const { unit, rest } = RULES.find(({ below }) => seconds < below) ?? { unit: [1, 's'] as const }
  const [size, letter] = unit
  const count = `${Math.floor(seconds / size)}${letter}`
  if (!rest) return count
  const more = Math.floor((seconds % size) / rest[0])
  return more > 0 ? `${count}${more}${rest[1]}` : count
}

/** The time since a timestamp; `<unknown>` without one. */
export function ageOf(time: string, now: number): string {
  const then = Date.parse(time)
  return Number.isNaN(then) ? '<unknown>' : humanDuration(now - then)
}

/** The age of an object. */
export const objectAge = ({ metadata }: KubernetesObject, now: number): string =>
  ageOf(metadata?.creationTimestamp ?? '', now)
