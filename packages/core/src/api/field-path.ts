import type { KubernetesObject } from './object.ts'
import type { Row } from './row.ts'

declare const unchecked: unique symbol

/** A path that the compiler does not check: see {@link uncheckedPath}. */
export type UncheckedPath = string & { readonly [unchecked]: true }

/**
 * A path that the compiler accepts for objects of any type: one that is computed, or that the type does not have.
 *
 * @example byPath(uncheckedPath(`metadata.labels['${label}']`))
 */
export const uncheckedPath = (path: string): UncheckedPath => path as UncheckedPath

/**
 * The paths of objects of a type, or of rows of it: `spec.nodeName`, `metadata.labels['app.kubernetes.io/name']`,
 * `spec.containers[*].image`, `status.conditions[?(@.type=="Ready")].status`. A path of one step begins with a dot: `.reason`. The
 * first five steps are checked, further ones are not. Objects of no particular type have any path.
 */
export type FieldPath<T> = PathIn<ObjectOf<T>, 'items'>

/** The paths of objects of a type that lead through members only, as in `trim` and `pick`. Checked like a {@link FieldPath}. */
export type MemberPath<T> = PathIn<T, 'members'>

/** What a row is the text of; other objects themselves. */
type ObjectOf<T> = [T] extends [Row<infer TObject>] ? TObject : T

/** Which steps paths have: names of members alone, or items of arrays as well. */
type Through = 'members' | 'items'

// Exact paths and patterns are unions of their own, and meet here only. Where a union has both, TypeScript compares each exact path
// with each pattern, and it would do so again for every member of every type.
type PathIn<T, TThrough extends Through> =
  IsGeneral<T> extends true ? string : FirstExact<T, TThrough> | FirstOpen<T, TThrough> | UncheckedPath

type FirstExact<T, TThrough extends Through> = {
  [K in TextKey<T>]-?: (TThrough extends 'items' ? `.${K}` : K) | `${K}${Exact<NonNullable<T[K]>, 4>}`
}[TextKey<T>]

type FirstOpen<T, TThrough extends Through> = {
  [K in TextKey<T>]-?: `${K}${Pattern<NonNullable<T[K]>, TThrough, 4>}`
}[TextKey<T>]

/** The steps that may follow a value's path and lead through members only. Editors complete them. */
type Exact<T, TSteps extends Steps> = T extends Scalar | readonly unknown[]
  ? never
  : TSteps extends 0
    ? never
    : IsOpen<T> extends true
      ? never
      : { [K in TextKey<T>]-?: `.${K}` | `.${K}${Exact<NonNullable<T[K]>, Fewer[TSteps]>}` }[TextKey<T>]

/** The steps that may follow a value's path and lead through items of arrays and entries of maps, or are not checked. */
type Pattern<T, TThrough extends Through, TSteps extends Steps> = T extends Scalar
  ? never
  : TSteps extends 0
    ? Open<TThrough>
    : T extends readonly (infer TItem)[]
      ? TThrough extends 'items'
        ? `[${string}]` | `[${string}]${AfterItem<NonNullable<TItem>, TThrough, TSteps>}`
        : never
      : IsOpen<T> extends true
        ? Open<TThrough>
        : { [K in TextKey<T>]-?: `.${K}${Pattern<NonNullable<T[K]>, TThrough, Fewer[TSteps]>}` }[TextKey<T>]

type AfterItem<T, TThrough extends Through, TSteps extends Steps> = T extends readonly unknown[]
  ? never
  : Exact<T, TSteps> | Pattern<T, TThrough, TSteps>

/** Any further steps. */
type Open<TThrough extends Through> = `.${string}` | (TThrough extends 'items' ? `[${string}` : never)

/** Whether objects of a type have only the members that all objects have. */
type IsGeneral<T> = [T] extends [never]
  ? true
  : IsOpen<T> extends true
    ? true
    : [keyof T] extends [keyof KubernetesObject]
      ? true
      : false

/** Whether a value may have any member: a map, or a value without a type. */
type IsOpen<T> = unknown extends T ? true : string extends keyof T ? true : false

type Steps = 0 | 1 | 2 | 3 | 4
type Fewer = [0, 0, 1, 2, 3]
type TextKey<T> = Extract<keyof T, string>
type Scalar = string | number | boolean | null
