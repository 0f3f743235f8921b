/** A JSON value that is neither an object nor an array, nor null. */
type Scalar = string | number | boolean

/** Plain data. */
export type JsonValue = Scalar | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** How the operands of a comparison are read: quantities are Kubernetes', as in `500m` and `2Gi`, times are RFC 3339. */
export type ComparedAs = 'number' | 'quantity' | 'time'

/**
 * A condition on an object, as plain data. It is evaluated in the worker, on the text of the object.
 *
 * A path leads through objects and arrays: `status.phase`, `metadata.labels['app.kubernetes.io/name']`,
 * `spec.containers[*].image`, `status.conditions[?(@.type=="Ready")].status`. It can have several values. A condition
 * holds if one of them fulfils it, and `not` negates it: none does. A null counts as no value.
 *
 * @example
 * const failing = {
 *   and: [
 *     { path: 'status.phase', in: ['Pending', 'Failed'] },
 *     { path: 'status.containerStatuses[*].restartCount', gt: 3 },
 *     { not: { path: 'metadata.labels.app', prefix: 'test-' } },
 *   ],
 * } as const satisfies Where
 */
export type Where<TPath extends string = string> =
  | (OneOf<Combinations<TPath>> & { readonly path?: undefined })
  | (WithoutAny<Combinations<TPath>> & { readonly path: TPath } & Condition)

interface Combinations<TPath extends string> {
  /** All of them hold. */
  readonly and: readonly Where<TPath>[]
  /** At least one of them holds. */
  readonly or: readonly Where<TPath>[]
  readonly not: Where<TPath>
}

/** A condition on the values at a path. */
export type Condition = OneOf<Tests> | (OneOf<Comparisons> & WithoutAny<Tests> & Compared)

interface Tests {
  /** The value and its type are equal. `eq: null` is the same as `exists: false`. */
  readonly eq: Scalar | null
  /** The value is one of these. */
  readonly in: readonly Scalar[]
  /** Whether there is a value. */
  readonly exists: boolean
  /** The value is a text that starts with this one. */
  readonly prefix: string
  /**
   * The value is a text, and a part of it matches this regular expression of Go (RE2): without backreferences and
   * lookaround, and therefore in linear time. `^` and `$` match at the ends, `(?i)` ignores case.
   */
  readonly matches: string
}

interface Comparisons {
  readonly lt: string | number
  readonly lte: string | number
  readonly gt: string | number
  readonly gte: string | number
}

interface Compared {
  /**
   * How to read the operand and the value; a value that cannot be read does not fulfil the comparison. Required for a text.
   * A number as a time is in milliseconds since 1970, as of `Date.now()`.
   * @default 'number'
   */
  readonly as?: ComparedAs | undefined
}

/**
 * Exactly one member of a type. The others are `undefined`, so that the compiler knows from the members of a value which form it has.
 * It then checks a path once, and not against every form.
 */
type OneOf<T> = {
  [TName in keyof T]: { readonly [K in TName]: T[K] } & WithoutAny<Omit<T, TName>>
}[keyof T]

type WithoutAny<T> = { readonly [TName in keyof T]?: undefined }

/** Names a predicate of the definition and gives it its second argument. */
export interface PredicateCall<TName extends string = string, TArgs = JsonValue> {
  readonly name: TName
  readonly args: TArgs
}

/** A predicate of the definition, with or without arguments. */
export type PredicateReference = string | PredicateCall
