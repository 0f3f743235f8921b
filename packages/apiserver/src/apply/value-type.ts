/** What a scalar has to be; `untyped` takes any. */
export type ScalarKind = 'numeric' | 'string' | 'boolean' | 'untyped'

/** How the values of an object or map are owned: each for itself, or all as one. */
export interface MapType {
  readonly isAtomic: boolean
  /** Whether the schema names this member. */
  isNamed(name: string): boolean
  /** The type of a member; undefined where the schema forbids it. */
  member(name: string): ValueType | undefined
  /** The names that the schema gives. */
  readonly names: readonly string[]
  /** Nothing is known of it: a map of anything, whose members are found by looking. */
  readonly isDeduced: boolean
}

/** How the items of a list are owned: by their keys, by their value, or all as one. */
export interface ListType {
  readonly isAtomic: boolean
  /** What tells the items apart; none: the items are scalars, a set. */
  readonly keys: readonly string[]
  readonly items: ValueType
  /** The value of a key that an item leaves out; undefined where there is none. */
  keyDefault(key: string): unknown
}

/**
 * A type as server-side apply sees it: what a value may be, and how it is merged. A value of unknown type may be a
 * scalar, a list or a map.
 */
export interface ValueType {
  readonly scalar?: ScalarKind
  readonly list?: ListType
  readonly map?: MapType
}

/** Anything, and all of it owned as one. */
export const ATOMIC: ValueType = {
  scalar: 'untyped',
  list: {
    isAtomic: true,
    keys: [],
    keyDefault: () => undefined,
    get items() {
      return ATOMIC
    },
  },
  map: anyMap(true, () => ATOMIC),
}

/** Anything: maps are owned member by member, lists as one. */
export const DEDUCED: ValueType = {
  scalar: 'untyped',
  list: { isAtomic: true, keys: [], keyDefault: () => undefined, items: ATOMIC },
  map: anyMap(false, () => DEDUCED),
}

function anyMap(isAtomic: boolean, member: () => ValueType): MapType {
  return { isAtomic, isNamed: () => false, member, names: [], isDeduced: !isAtomic }
}

/** The part of a type that applies to a value; the whole type where none does. */
export function narrowed(type: ValueType, value: unknown): ValueType {
  if (value === undefined || value === null) return type
  if (Array.isArray(value)) return type.list ? { list: type.list } : type
  if (typeof value === 'object') return type.map ? { map: type.map } : type
  return type.scalar ? { scalar: type.scalar } : type
}

/** The part of a type that a value is treated as: a map before a scalar before a list, where it may be all of them. */
export type Shape =
  | { readonly kind: 'map'; readonly map: MapType }
  | { readonly kind: 'scalar'; readonly scalar: ScalarKind }
  | { readonly kind: 'list'; readonly list: ListType }

/** How to treat a value of this type. */
export function shapeOf(type: ValueType, value: unknown): Shape {
  const { map, scalar, list } = narrowed(type, value)
  if (map) return { kind: 'map', map }
  if (scalar) return { kind: 'scalar', scalar }
  return { kind: 'list', list: list ?? DEDUCED_LIST }
}

const DEDUCED_LIST: ListType = { isAtomic: true, keys: [], keyDefault: () => undefined, items: ATOMIC }
