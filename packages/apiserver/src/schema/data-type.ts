/**
 * A built-in type as it stands in the generated data: one line, its name (without a prefix that most have) and this
 * as JSON. Names are short, for there are thousands of members.
 */
export interface DataType {
  /** Kinds that have this type: `group/version/Kind`. */
  readonly g?: readonly string[]
  /** Members. */
  readonly p?: Readonly<Record<string, DataNode>>
  /** Members that are required. */
  readonly r?: readonly string[]
  /** Paths that no update changes, with what is said of it: `%v` is the new value. */
  readonly n?: Readonly<Record<string, string>>
  /** Members whose absence the validation tells of, with what it says of it; not all that are called required are. */
  readonly q?: Readonly<Record<string, string>>
  /** `x-kubernetes-map-type`. */
  readonly m?: string
  /** Members that the server adds where they are missing. */
  readonly '+'?: Readonly<Record<string, unknown>>
  /** Members by the Go struct within this one that they are in. */
  readonly b?: Readonly<Record<string, readonly string[]>>
  /** The Go types of members, where OpenAPI has them as plain texts, lists or maps. */
  readonly o?: Readonly<Record<string, string>>
  /** The Go types of their items or values. */
  readonly oi?: Readonly<Record<string, string>>
  /** Members whose zero value (`0`, `false`, `""`) is not the same as none: pointers in Go. */
  readonly '*'?: readonly string[]
}

/** A member, or what a list or a map holds; a text is a node that has but its type. */
export type DataNode =
  | string
  | {
      /** A type's name, or a format, or a type of JSON; with `ZERO` where the zero value is its default. */
      readonly t?: string
      /** The items of a list. */
      readonly i?: DataNode
      /** The values of a map. */
      readonly v?: DataNode
      readonly e?: readonly string[]
      readonly d?: unknown
      /** `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`. */
      readonly l?: string
      readonly k?: readonly string[]
      /** `x-kubernetes-map-type`. */
      readonly m?: string
      /** `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key`. */
      readonly s?: string
      readonly y?: string
      /** Members that the server adds to an object in this place, besides those that its type has anywhere. */
      readonly '+'?: Readonly<Record<string, unknown>>
    }

/** Behind a type whose default is its zero value: `""`, `0`, `false` or `{}`. */
export const ZERO = '='

const PREFIXES: readonly (readonly [prefix: string, short: string])[] = [
  ['io.k8s.api.', '.'],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.', '~'],
]

/** `.core.v1.Pod` for `io.k8s.api.core.v1.Pod`. */
export function shortName(name: string): string {
  const found = PREFIXES.find(([prefix]) => name.startsWith(prefix))
  return found ? found[1] + name.slice(found[0].length) : name
}

/** `io.k8s.api.core.v1.Pod` for `.core.v1.Pod`. */
export function fullName(name: string): string {
  const found = PREFIXES.find(([, short]) => name.startsWith(short))
  return found ? found[0] + name.slice(1) : name
}
