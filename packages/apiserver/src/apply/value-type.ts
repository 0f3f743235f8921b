/** The kind of a scalar; `untyped` accepts any. */
export type ScalarKind = 'numeric' | 'string' | 'boolean' | 'untyped'

/** How the values of an object or map are owned: separately or together. */
export interface MapType {
  readonly isAtomic: boolean
  /** Whether the schema names this member. */
  isNamed(name: string): boolean
  /** The type of a member; undefined if the schema forbids it. */
  member(name: string): ValueType | undefined
  /** The names that the schema gives. */
  readonly names: readonly string[]
  /** Without a schema: a map of anything, whose members are found in the value. */
  readonly isDeduced: boolean
}

/** How list items are owned: by keys, by value, or together. */
export interface ListType {
  readonly isAtomic: boolean
  /** The members that identify an item; none: the items are scalars of a set. */
  readonly keys: readonly string[]
  readonly items: ValueType
  /** The default of a key that an item omits; undefined if there is none. */
  keyDefault(key: string): unknown
}

/**
 * A type for server-side apply: the allowed values and how they merge. A value of unknown type may be a scalar, a list
 * or a map.
 */
export interface ValueType {
  readonly scalar?: ScalarKind
  readonly list?: ListType
  readonly map?: MapType
}

/** Any value, owned as a whole. */
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

/** Any value: maps are owned by member, lists as a whole. */
export const DEDUCED: ValueType = {
  scalar: 'untyped',
  list: { isAtomic: true, keys: [], keyDefault: () => undefined, items: ATOMIC },
  map: anyMap(false, () => DEDUCED),
}

function anyMap(isAtomic: boolean, member: () => ValueType): MapType {
  return { isAtomic, isNamed: () => false, member, names: [], isDeduced: !isAtomic }
}

/** The part of a type that applies to a value; the whole type if none does. */
export function narrowed(type: ValueType, value: unknown): ValueType {
  if (value === undefined || value === null) return type
  if (Array.isArray(value)) return type.list ? { list: type.list } : type
  if (typeof value === 'object') return type.map ? { map: type.map } : type
  return type.scalar ? { scalar: type.scalar } : type
}

/** How a value is treated: as a map before a scalar before a list, if the type allows several. */
export type Shape =
  | { readonly kind: 'map'; readonly map: MapType }
  | { readonly kind: 'scalar'; readonly scalar: ScalarKind }
  | { readonly kind: 'list'; readonly list: ListType }

/** How a value of this type is treated. */
export function shapeOf(type: ValueType, value: unknown): Shape {
  const { map, scalar, list } = narrowed(type, value)
  if (map) return { kind: 'map', map }
  if (scalar) return { kind: 'scalar', scalar }
  return { kind: 'list', list: list ?? DEDUCED_LIST }
}

const DEDUCED_LIST: ListType = { isAtomic: true, keys: [], keyDefault: () => undefined, items: ATOMIC }
