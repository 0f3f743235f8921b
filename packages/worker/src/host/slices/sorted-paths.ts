import type { Row } from '@kube-informer/core'
import type { ValuePath } from '@kube-informer/core/paths'
import { type PathValue, type PathVisitor, ValueReader } from '@kube-informer/core/rows'
import type { SortValue } from './sort-value.ts'

/** A path that a sort compares. */
export interface SortedPath {
  readonly path: ValuePath
  readonly convert: (value: PathValue) => SortValue
}

/** The values of a sort's paths, read once for each row. A path with several values has the first that can be compared. */
export class SortedPaths {
  readonly #reader: ValueReader
  readonly #values: FirstValues
  readonly #known = new WeakMap<Row, readonly SortValue[]>()

  constructor(paths: readonly SortedPath[]) {
    this.#reader = new ValueReader(paths.map(({ path }) => path))
    this.#values = new FirstValues(paths)
  }

  /** The value of each path. */
  read(row: Row): readonly SortValue[] {
    const known = this.#known.get(row)
    if (known) return known
    this.#values.reset()
    this.#reader.read(row, this.#values)
    const { found } = this.#values
    this.#known.set(row, found)
    return found
  }
}

class FirstValues implements PathVisitor {
  found: SortValue[] = []
  readonly #paths: readonly SortedPath[]
  #isOpen: boolean[] = []
  #open = 0

  constructor(paths: readonly SortedPath[]) {
    this.#paths = paths
  }

  get isDone(): boolean {
    return this.#open === 0
  }

  /** Prepares for another row. */
  reset(): void {
    this.found = this.#paths.map(() => undefined)
    this.#isOpen = this.#paths.map(() => true)
    this.#open = this.#paths.length
  }

  value(path: number, value: PathValue): void {
    if (!this.#isOpen[path]) return
    this.found[path] = this.#paths[path]?.convert(value)
    if (this.found[path] !== undefined) this.#close(path)
  }

  end(paths: readonly number[]): void {
    for (const path of paths) if (this.#isOpen[path]) this.#close(path)
  }

  #close(path: number): void {
    this.#isOpen[path] = false
    this.#open--
  }
}
