/**
 * A built-in type in the generated data: one line with its name (without the common prefix) and this object as JSON.
 * Member names are short, since there are thousands.
 */
export interface DataType {
  /** The kinds of this type: `group/version/Kind`. */
  readonly g?: readonly string[]
  /** Members. */
  readonly p?: Readonly<Record<string, DataNode>>
  /** Members that are required. */
  readonly r?: readonly string[]
  /** Immutable paths and the messages about them; `%v` is the new value. */
  readonly n?: Readonly<Record<string, string>>
  /** Required members that validation reports, with the messages; not all members that OpenAPI calls required are. */
  readonly q?: Readonly<Record<string, string>>
  /** `x-kubernetes-map-type`. */
  readonly m?: string
  /** Default values of members. */
  readonly '+'?: Readonly<Record<string, unknown>>
  /** Members by the embedded Go struct that contains them. */
  readonly b?: Readonly<Record<string, readonly string[]>>
  /** The Go types of members that OpenAPI describes as strings, lists or maps. */
  readonly o?: Readonly<Record<string, string>>
  /** The Go types of their items or values. */
  readonly oi?: Readonly<Record<string, string>>
  /** Members whose zero value (`0`, `false`, `""`) differs from an absent one: pointers in Go. */
  readonly '*'?: readonly string[]
}

/** A member, item or value; a string is a node with only a type. */
export type DataNode =
  | string
  | {
      /** A type's name, a format, or a JSON type; with `ZERO` if its default is the zero value. */
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
      /** Additional defaults of an object at this occurrence. */
      readonly '+'?: Readonly<Record<string, unknown>>
    }

/** Follows a type whose default is its zero value: `""`, `0`, `false` or `{}`. */
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
