import { isObject, type JsonObject, objectOf } from '../json/json-value.ts'
import { compareElements, type FieldPath, type PathElement, parseElement } from './path-element.ts'

/** One step of a set: whether the path to it is a member, and which members are below it. */
export interface FieldNode {
  isMember: boolean
  children: FieldSet
}

/**
 * A set of paths into an object, as a tree. A path may be a member while others continue below it: that is the `.` of
 * `fieldsV1`. Operations do not change their operands and share unchanged nodes. `insert` is for building a set before
 * it takes part in an operation.
 */
export class FieldSet {
  readonly #nodes = new Map<PathElement, FieldNode>()
  /** The JSON that this set was read from, if `toFieldsV1` would return the same. */
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

  /** Adds a path without its parents. The root has no owner. */
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

  /** The paths below a step, without the step itself. */
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

  /** The paths in this set that are not in the other; parents and children are compared separately. */
  difference(other: FieldSet): FieldSet {
    return this.#mapped((node, element) => {
      const theirs = other.#nodes.get(element)
      if (!theirs) return node
      const isMember = node.isMember && !theirs.isMember
      return { isMember, children: node.children.difference(theirs.children) }
    })
  }

  /** The difference, also without everything below a member of the other set. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.#mapped((node, element) => {
      const theirs = other.#nodes.get(element)
      if (!theirs) return node
      if (theirs.isMember) return undefined
      return { ...node, children: node.children.recursiveDifference(theirs.children) }
    })
  }

  /** The same set with each first-level node rewritten; empty nodes are removed. */
  mapped(rewrite: (node: Readonly<FieldNode>, element: PathElement) => Readonly<FieldNode>): FieldSet {
    return this.#mapped(rewrite)
  }

  /** The first level, in the order of `fieldsV1`. */
  entries(): readonly (readonly [PathElement, Readonly<FieldNode>])[] {
    return [...this.#nodes].sort(([a], [b]) => compareElements(a, b))
  }

  /** All paths; the members of a level precede the paths below them, as upstream lists conflicts. */
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
   * Reads `fieldsV1`. Steps of unknown kinds are skipped; malformed ones throw a SyntaxError.
   *
   * @param isOurs `toFieldsV1` wrote it: an unchanged set is then written as the same JSON
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

  /** Returns this set if no node changes. */
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
