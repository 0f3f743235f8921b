import type { PathStep, ValuePath } from '../api/path-step.ts'
import type { Row } from '../api/row.ts'
import type { PathValue } from '../row/path-visitor.ts'
import { ValueReader } from '../row/value-reader.ts'

/** The values at a path of a decoded object, by trying each step: what a ValueReader is compared with. */
export function naiveValues(value: unknown, [step, ...rest]: ValuePath): PathValue[] {
  if (!step) return [typeof value === 'object' && value !== null ? undefined : (value as PathValue)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([name, item]) => leadsTo(step, Array.isArray(value), name, item))
    .flatMap(([, item]) => naiveValues(item, rest))
}

function leadsTo(step: PathStep, isArray: boolean, name: string, item: unknown): boolean {
  if (step.type === 'member') return !isArray && name === step.name
  if (!isArray) return false
  if (step.type === 'items') return true
  if (step.type === 'item') return name === String(step.index)
  const found = step.path.reduce<unknown>(
    (at, each) => (isObject(at) && Object.hasOwn(at, each) ? at[each] : undefined),
    item,
  )
  return ((found ?? null) === step.value) === step.isEqual
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a ValueReader reports of a row: the values of each path, and the paths that have ended. */
export interface ReadValues {
  readonly values: readonly (readonly PathValue[])[]
  readonly ended: ReadonlySet<number>
}

/** Reads the values at paths. Throws an Error if a path has values after its end. */
export function readValues(row: Row<unknown>, paths: readonly ValuePath[]): ReadValues {
  const values: PathValue[][] = paths.map(() => [])
  const ended = new Set<number>()
  new ValueReader(paths).read(row, {
    isDone: false,
    value(path, value) {
      if (ended.has(path)) throw new Error(`path ${path} has a value after its end`)
      values[path]?.push(value)
    },
    end(numbers) {
      for (const number of numbers) ended.add(number)
    },
  })
  return { values, ended }
}
