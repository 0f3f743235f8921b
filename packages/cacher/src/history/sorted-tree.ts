/** A value of a {@link SortedTree}. */
export interface Keyed {
  readonly key: string
}

/** Maximum width of a node: wider nodes are split; narrow ones are merged with a sibling. */
const MAX_WIDTH = 64
const MIN_WIDTH = 16

/** Nodes are immutable: a write copies the nodes along its path and shares all others with the previous tree. */
interface Node<V extends Keyed> {
  readonly size: number
  readonly width: number
  readonly firstKey: string
  get(key: string): V | undefined
  /** Number of values with a smaller key. */
  rank(key: string): number
  /** Appends the values in the range [start, end) of the order. */
  collect(start: number, end: number, into: V[]): void
  put(value: V): readonly Node<V>[]
  /** Returns this node if the key does not exist; undefined if the result would be empty. */
  remove(key: string): Node<V> | undefined
  /** Merges this node with the next one, or balances both to about the same width. */
  join(next: Node<V>): readonly Node<V>[]
}

/** Binary search for the first index that satisfies a monotonic test. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** One piece, or two halves if it would be too wide. */
function pieces<P>(parts: readonly P[]): readonly (readonly P[])[] {
  if (parts.length <= MAX_WIDTH) return [parts]
  const half = parts.length >> 1
  return [parts.slice(0, half), parts.slice(half)]
}

class Leaf<V extends Keyed> implements Node<V> {
  readonly firstKey: string
  readonly #values: readonly V[]

  constructor(values: readonly V[]) {
    this.#values = values
    this.firstKey = (values[0] as V).key
  }

  get size(): number {
    return this.#values.length
  }

  get width(): number {
    return this.#values.length
  }

  get(key: string): V | undefined {
    const value = this.#values[this.rank(key)]
    return value?.key === key ? value : undefined
  }

  rank(key: string): number {
    return firstIndex(this.#values.length, index => (this.#values[index] as V).key >= key)
  }

  collect(start: number, end: number, into: V[]): void {
    for (const value of this.#values.slice(Math.max(0, start), Math.max(0, end))) into.push(value)
  }

  put(value: V): readonly Node<V>[] {
    const index = this.rank(value.key)
    if (this.#values[index]?.key === value.key) return [new Leaf(this.#values.with(index, value))]
    return pieces(this.#values.toSpliced(index, 0, value)).map(values => new Leaf(values))
  }

  remove(key: string): Node<V> | undefined {
    const index = this.rank(key)
    if (this.#values[index]?.key !== key) return this
    return this.#values.length === 1 ? undefined : new Leaf(this.#values.toSpliced(index, 1))
  }

  join(next: Node<V>): readonly Node<V>[] {
    if (!(next instanceof Leaf)) return [this, next]
    const values: readonly V[] = [...this.#values, ...next.#values]
    return pieces(values).map(part => new Leaf(part))
  }
}

class Branch<V extends Keyed> implements Node<V> {
  readonly firstKey: string
  readonly size: number
  readonly #children: readonly Node<V>[]

  constructor(children: readonly Node<V>[]) {
    this.#children = children
    this.firstKey = (children[0] as Node<V>).firstKey
    this.size = children.reduce((sum, child) => sum + child.size, 0)
  }

  get width(): number {
    return this.#children.length
  }

  /** Replaces a node that has only one child by that child. */
  get simplified(): Node<V> {
    const [only] = this.#children
    return only && this.#children.length === 1 ? only : this
  }

  get(key: string): V | undefined {
    return this.#children[this.#indexOf(key)]?.get(key)
  }

  rank(key: string): number {
    const index = this.#indexOf(key)
    let rank = (this.#children[index] as Node<V>).rank(key)
    for (let before = 0; before < index; before++) rank += (this.#children[before] as Node<V>).size
    return rank
  }

  collect(start: number, end: number, into: V[]): void {
    let offset = 0
    for (const child of this.#children) {
      if (offset >= end) return
      if (offset + child.size > start) child.collect(start - offset, end - offset, into)
      offset += child.size
    }
  }

  put(value: V): readonly Node<V>[] {
    const index = this.#indexOf(value.key)
    const replaced = (this.#children[index] as Node<V>).put(value)
    return this.#with(index, 1, replaced)
  }

  remove(key: string): Node<V> | undefined {
    const index = this.#indexOf(key)
    const child = this.#children[index]
    const rest = child?.remove(key)
    if (rest === child) return this
    if (!rest) return this.width === 1 ? undefined : this.#with(index, 1, [])[0]
    if (rest.width >= MIN_WIDTH) return this.#with(index, 1, [rest])[0]
    return this.#joined(index, rest)
  }

  join(next: Node<V>): readonly Node<V>[] {
    if (!(next instanceof Branch)) return [this, next]
    const children: readonly Node<V>[] = [...this.#children, ...next.#children]
    return pieces(children).map(part => new Branch(part))
  }

  /** Merges a child that has become too narrow with a sibling. */
  #joined(index: number, child: Node<V>): Node<V> | undefined {
    const next = this.#children[index + 1]
    if (next) return this.#with(index, 2, child.join(next))[0]
    const previous = this.#children[index - 1]
    return previous ? this.#with(index - 1, 2, previous.join(child))[0] : this.#with(index, 1, [child])[0]
  }

  #with(index: number, count: number, children: readonly Node<V>[]): readonly Branch<V>[] {
    return pieces(this.#children.toSpliced(index, count, ...children)).map(part => new Branch(part))
  }

  /** The index of the child that contains or would contain the key. */
  #indexOf(key: string): number {
    const after = firstIndex(
      this.#children.length,
      index => (this.#children[index] as Node<V>).firstKey > key,
    )
    return Math.max(0, after - 1)
  }
}

/**
 * A persistent map, sorted by key. A write creates another tree in logarithmic time and memory, so that every revision of
 * the state is a snapshot at no cost.
 */
export class SortedTree<V extends Keyed> {
  readonly #root: Node<V> | undefined

  private constructor(root: Node<V> | undefined) {
    this.#root = root
  }

  /** Builds a tree of values in any order. The last value of each key applies. */
  static of<V extends Keyed>(values: Iterable<V>): SortedTree<V> {
    const given = [...values]
    const sorted = given.every((value, i) => i === 0 || (given[i - 1] as V).key < value.key)
      ? given
      : sort(given)
    let level: readonly Node<V>[] = chunks(sorted).map(chunk => new Leaf(chunk))
    while (level.length > 1) level = chunks(level).map(chunk => new Branch(chunk))
    return new SortedTree(level[0])
  }

  get size(): number {
    return this.#root?.size ?? 0
  }

  get(key: string): V | undefined {
    return this.#root?.get(key)
  }

  /** Number of values before a key. */
  rank(key: string): number {
    return this.#root?.rank(key) ?? 0
  }

  with(value: V): SortedTree<V> {
    const roots = this.#root?.put(value) ?? [new Leaf([value])]
    return new SortedTree(roots.length > 1 ? new Branch(roots) : roots[0])
  }

  without(key: string): SortedTree<V> {
    const root = this.#root?.remove(key)
    if (root === this.#root) return this
    return new SortedTree(root instanceof Branch ? root.simplified : root)
  }

  /** The values in the range [start, end) of the order. */
  slice(start: number, end: number): readonly V[] {
    const values: V[] = []
    this.#root?.collect(start, end, values)
    return values
  }
}

function sort<V extends Keyed>(values: readonly V[]): readonly V[] {
  const byKey = new Map(values.map(value => [value.key, value]))
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Chunks of three quarters of the maximum width, so that the first writes neither split nor merge them. */
function chunks<P>(parts: readonly P[]): (readonly P[])[] {
  const count = Math.ceil(parts.length / (MAX_WIDTH * 0.75))
  return Array.from({ length: count }, (_, index) =>
    parts.slice(Math.floor((index * parts.length) / count), Math.floor(((index + 1) * parts.length) / count)),
  )
}
