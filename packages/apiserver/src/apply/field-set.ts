import { isObject, type JsonObject, objectOf } from '../json/json-value.ts'
import { compareElements, type FieldPath, type PathElement, parseElement } from './path-element.ts'

/** What a set says of one step: whether it leads to a member, and which members lie below. */
export interface FieldNode {
  isMember: boolean
  children: FieldSet
}

/**
 * A set of paths into an object, as a tree. A path may be a member while others go on below it: that is the `.` of
 * `fieldsV1`. Operations leave their sets alone and share the parts that stay the same. `insert` is for building a set up,
 * before it takes part in an operation.
 */
export class FieldSet {
  readonly #nodes = new Map<PathElement, FieldNode>()
  /** The JSON that this was read from, if it is known to be as this would write it. */
  #written: JsonObject | undefined

  static of(...paths: readonly FieldPath[]): FieldSet {
    const set = new FieldSet()
    for (const path of paths) set.insert(path)
    return set
  }

  get isEmpty(): boolean {
    for (const { isMember, children } of this.#nodes.values()) if (isMember || !children.isEmpty) return false
    return true
  }

  /** Adds a path, not its parents. The root itself is nobody's. */
  insert(path: FieldPath): void {
    let nodes = this.#nodes
    for (const [depth, element] of path.entries()) {
      const node = nodes.get(element) ?? { isMember: false, children: new FieldSet() }
      nodes.set(element, node)
      if (depth === path.length - 1) node.isMember = true
      nodes = node.children.#nodes
    }
  }

  has(path: FieldPath): boolean {
    let nodes = this.#nodes
    let isMember = false
    for (const element of path) {
      const node = nodes.get(element)
      if (!node) return false
      isMember = node.isMember
      nodes = node.children.#nodes
    }
    return isMember
  }

  /** What lies below a step, without that step. */
  below(element: PathElement): FieldSet {
    return this.#nodes.get(element)?.children ?? EMPTY
  }

  union(other: FieldSet): FieldSet {
    const result = new FieldSet()
    for (const [element, node] of this.#nodes) result.#put(element, node)
    for (const [element, node] of other.#nodes) {
      const own = result.#nodes.get(element)
      result.#put(element, own ? joined(own, node) : node)
    }
    return result
  }

  intersection(other: FieldSet): FieldSet {
    return this.#mapped((node, element) => {
      const theirs = other.#nodes.get(element)
      if (!theirs) return undefined
      const isMember = node.isMember && theirs.isMember
      return { isMember, children: node.children.intersection(theirs.children) }
    })
  }

  /** What is in this set and not in the other; parents and children are paths like all others. */
  difference(other: FieldSet): FieldSet {
    return this.#mapped((node, element) => {
      const theirs = other.#nodes.get(element)
      if (!theirs) return node
      const isMember = node.isMember && !theirs.isMember
      return { isMember, children: node.children.difference(theirs.children) }
    })
  }

  /** The difference, with everything left out that lies below a member of the other set. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.#mapped((node, element) => {
      const theirs = other.#nodes.get(element)
      if (!theirs) return node
      if (theirs.isMember) return undefined
      return { ...node, children: node.children.recursiveDifference(theirs.children) }
    })
  }

  /** The same set with each node of the first level rewritten; nodes that hold nothing any more are left out. */
  mapped(rewrite: (node: Readonly<FieldNode>, element: PathElement) => Readonly<FieldNode>): FieldSet {
    return this.#mapped(rewrite)
  }

  /** The first level: steps with what is said of them, in the order of `fieldsV1`. */
  entries(): readonly (readonly [PathElement, Readonly<FieldNode>])[] {
    return [...this.#nodes].sort(([a], [b]) => compareElements(a, b))
  }

  /** All paths; the members of a level come before what lies below them, as upstream lists conflicts. */
  *paths(): Generator<FieldPath> {
    const entries = this.entries()
    for (const [element, { isMember }] of entries) if (isMember) yield [element]
    for (const [element, { children }] of entries)
      for (const path of children.paths()) yield [element, ...path]
  }

  equals(other: FieldSet): boolean {
    return this.difference(other).isEmpty && other.difference(this).isEmpty
  }

  /** The JSON of `managedFields[].fieldsV1`. */
  toFieldsV1(): JsonObject {
    return this.#written ?? objectOf(this.entries().map(([element, node]) => [element, nodeToJson(node)]))
  }

  /**
   * Reads `fieldsV1`. Steps of a kind that is not known are left out; broken ones throw a SyntaxError.
   *
   * @param isOurs it was written by `toFieldsV1`: then the same JSON is used again for as long as the set stays the same
   */
  static fromFieldsV1(fields: unknown, isOurs = false): FieldSet {
    const set = new FieldSet()
    if (!isObject(fields)) return set
    for (const [text, below] of Object.entries(fields)) {
      const element = text === '.' ? undefined : parseElement(text)
      if (element === undefined) continue
      const children = FieldSet.fromFieldsV1(below)
      set.#put(element, { isMember: children.isEmpty || hasDot(below), children })
    }
    if (isOurs) set.#written = fields
    return set
  }

  #put(element: PathElement, { isMember, children }: Readonly<FieldNode>): void {
    this.#nodes.set(element, { isMember, children })
  }

  /** The set itself, where all nodes stay as they are. */
  #mapped(
    rewrite: (node: Readonly<FieldNode>, element: PathElement) => Readonly<FieldNode> | undefined,
  ): FieldSet {
    const result = new FieldSet()
    let isSame = true
    for (const [element, node] of this.#nodes) {
      const kept = rewrite(node, element)
      isSame &&= kept === node
      if (kept && (kept.isMember || !kept.children.isEmpty)) result.#put(element, kept)
    }
    return isSame ? this : result
  }
}

const EMPTY = new FieldSet()

const joined = (a: FieldNode, b: FieldNode): FieldNode => ({
  isMember: a.isMember || b.isMember,
  children: a.children.union(b.children),
})

const hasDot = (fields: unknown): boolean => isObject(fields) && Object.hasOwn(fields, '.')

function nodeToJson({ isMember, children }: Readonly<FieldNode>): JsonObject {
  const below = children.toFieldsV1()
  return isMember && !children.isEmpty ? objectOf([['.', {}], ...Object.entries(below)]) : below
}
