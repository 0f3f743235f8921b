import type { PathScalar } from '../api/path-step.ts'

/** A value at a path; undefined stands for an object or an array. */
export type PathValue = PathScalar | undefined

/** Receives the values at the paths of a row. */
export interface PathVisitor {
  /** The path with this number has a value. */
  value(path: number, value: PathValue): void
  /** These paths have no further values. Each path is named at least once, unless the reader stops before. */
  end(paths: readonly number[]): void
  /** Whether nothing else needs to be read. */
  readonly isDone: boolean
}
