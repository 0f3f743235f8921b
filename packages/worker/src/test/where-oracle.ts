import type { KubernetesObject } from '@kube-informer/core'
import fc from 'fast-check'
import type { Condition, Where } from '../api/expression.ts'

/** Evaluates an expression on a decoded object, in the simplest way. */
export function holds(where: Where, value: unknown): boolean {
  if (where.and) return where.and.every(part => holds(part, value))
  if (where.or) return where.or.some(part => holds(part, value))
  if (where.not) return !holds(where.not, value)
  const values = valuesAt(value, where.path).filter(each => each !== null && each !== undefined)
  if (where.exists !== undefined) return values.length > 0 === where.exists
  if (where.eq === null) return values.length === 0
  return values.some(each => fulfils(each, where))
}

function fulfils(value: unknown, condition: Condition): boolean {
  if (condition.eq !== undefined) return value === condition.eq
  if (condition.in) return condition.in.some(each => each === value)
  if (condition.prefix !== undefined) return typeof value === 'string' && value.startsWith(condition.prefix)
  if (condition.matches !== undefined)
    return typeof value === 'string' && new RegExp(condition.matches, 'u').test(value)
  if (condition.exists !== undefined) return condition.exists
  const [name, operand] = Object.entries(condition).find(([each]) => each !== 'as' && each !== 'path') ?? []
  const as = condition.as ?? 'number'
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const [left, right] = [numberOf(value, as), numberOf(operand as string | number, as)]
  if (name === 'lt') return left < right
  if (name === 'lte') return left <= right
  return name === 'gt' ? left > right : left >= right
}

const UNITS: Readonly<Record<string, number>> = { m: 1e-3, k: 1e3, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }

/** NaN for what cannot be read. Only for the values of {@link object}. */
function numberOf(value: string | number, as: string): number {
  if (as === 'time')
    return typeof value === 'number' ? value : Date.parse(/^\d{4}-.*Z$/.test(value) ? value : '')
  const [, digits = '', unit = ''] = /^(-?\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(String(value)) ?? []
  if (digits === '' || (unit !== '' && as === 'number')) return Number.NaN
  return Number(digits) * (unit === '' ? 1 : (UNITS[unit] ?? Number.NaN))
}

/** The values at one of `paths`. */
function valuesAt(value: unknown, path: string): unknown[] {
  const steps = path
    .split(/\.(?![^[]*\])/)
    .flatMap(step => [...step.matchAll(/^[^[]+|\[[^\]]*\]/g)].map(([each]) => each))
  return steps.reduce<unknown[]>((values, step) => values.flatMap(each => next(each, step)), [value])
}

function next(value: unknown, step: string): unknown[] {
  const members = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const quoted = /^\['(.*)'\]$/.exec(step)?.[1]
  const name = quoted ?? (step.startsWith('[') ? undefined : step)
  if (name !== undefined) return !Array.isArray(value) && Object.hasOwn(members, name) ? [members[name]] : []
  if (!Array.isArray(value)) return []
  if (step === '[*]') return value
  const wanted = /^\[\?\(@\.t(==|!=)"(.*)"\)\]$/.exec(step)
  if (!wanted) return value.slice(Number(step.slice(1, -1))).slice(0, 1)
  return value.filter(item => {
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item)
    const type = isObject && Object.hasOwn(item, 't') ? (item as Record<string, unknown>).t : undefined
    return (type === wanted[2]) === (wanted[1] === '==')
  })
}

/** The paths of random expressions. */
const paths: fc.Arbitrary<string> = fc.constantFrom(
  '.a',
  'a.b',
  "a['x.y']",
  'list[*].v',
  'list[1].v',
  'list[?(@.t=="r")].v',
  'list[?(@.t!="r")].v',
  'list[*]',
  '__proto__.b',
  'metadata.name',
)

const scalar = fc.constantFrom<string | number | boolean>(
  'a',
  'ab',
  'é',
  '',
  'r',
  1,
  2.5,
  -3,
  true,
  false,
  '2Gi',
  '500m',
  '7',
)
const time = fc.constantFrom('2026-01-02T03:04:05Z', '2025-01-01T00:00:00.5Z')
const value = fc.oneof(scalar, time, fc.constant(null))
const item = fc.oneof(
  value,
  fc.record({ t: fc.constantFrom('r', 's', 1), v: value }, { requiredKeys: [] }),
  fc.array(value, { maxLength: 2 }),
)

/** Random objects that have some of `paths`. */
export const object: fc.Arbitrary<KubernetesObject> = fc
  .record(
    {
      a: fc.oneof(value, fc.record({ b: value, 'x.y': value }, { requiredKeys: [] })),
      list: fc.oneof(value, fc.array(item, { maxLength: 4 })),
      proto: value,
    },
    { requiredKeys: [] },
  )
  .chain(({ proto, ...rest }) =>
    fc.constantFrom('a', 'b', 'ab').map(name => {
      const members = JSON.stringify({ metadata: { name }, ...rest }).slice(1)
      return JSON.parse(`{"__proto__":${JSON.stringify({ b: proto })},${members}`) as KubernetesObject
    }),
  )

const compared = fc.oneof(
  fc.constantFrom(1, 2.5, -3, 7).map(operand => ({ operand })),
  fc.constantFrom('1Gi', '2Gi', '0.5', '2500m').map(operand => ({ operand, as: 'quantity' as const })),
  time.map(operand => ({ operand, as: 'time' as const })),
  fc.constantFrom('1', '7').map(operand => ({ operand, as: 'number' as const })),
)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.oneof(scalar, fc.constant(null)).map(eq => ({ eq })),
  fc.array(scalar, { maxLength: 3 }).map(each => ({ in: each })),
  fc.boolean().map(exists => ({ exists })),
  fc.constantFrom('', 'a', 'é').map(prefix => ({ prefix })),
  fc.constantFrom('^a', 'b$', '^(a|é)+$', '[0-9]').map(matches => ({ matches })),
  fc
    .tuple(fc.constantFrom('lt', 'lte', 'gt', 'gte'), compared)
    .map(([name, { operand, ...as }]) => ({ [name]: operand, ...as }) as unknown as Condition),
)

/** Random expressions. */
export const where: fc.Arbitrary<Where> = fc.letrec<{ node: Where }>(tie => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(paths, condition).map(([path, each]) => ({ path, ...each })),
    fc.array(tie('node'), { maxLength: 3 }).map(and => ({ and })),
    fc.array(tie('node'), { maxLength: 3 }).map(or => ({ or })),
    tie('node').map(not => ({ not })),
  ),
})).node
