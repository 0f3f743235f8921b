import type { PathFilter, PathStep, ValuePath } from '../api/path-step.ts'

/** The paths of a {@link ValueReader} as a tree of their steps. Paths are numbered from 0. */
export interface PathNode {
  /** The paths that end here. */
  readonly ends: number[]
  /** The paths that lead here or further. */
  readonly paths: number[]
  /** Whether an object has this node at most once: no step before it has several values. */
  readonly isSingle: boolean
  readonly members: MemberNode[]
  readonly items: ItemNode[]
}

/** A key to find. */
export interface WantedKey {
  readonly name: string
  /** The code of its first character. */
  readonly first: number
}

/** The node of a member. */
export interface MemberNode extends WantedKey {
  readonly node: PathNode
}

/** The node of some items of an array. */
export interface ItemNode {
  readonly step: Exclude<PathStep, { type: 'member' }>
  /** The path of a filter; otherwise empty. */
  readonly keys: readonly WantedKey[]
  readonly node: PathNode
}

const createNode = (isSingle: boolean): PathNode => ({
  ends: [],
  paths: [],
  isSingle,
  members: [],
  items: [],
})

/** Merges paths: each member and each array is entered once, however many paths lead through it. */
export function createPathTree(paths: readonly ValuePath[]): PathNode {
  const root = createNode(true)
  paths.forEach((path, number) => {
    let node = root
    node.paths.push(number)
    for (const step of path) {
      node = step.type === 'member' ? memberNode(node, step.name) : itemNode(node, step)
      node.paths.push(number)
    }
    node.ends.push(number)
  })
  return root
}

function memberNode(parent: PathNode, name: string): PathNode {
  const known = parent.members.find(member => member.name === name)
  if (known) return known.node
  const node = createNode(parent.isSingle)
  parent.members.push({ ...wantedKey(name), node })
  return node
}

function itemNode(parent: PathNode, step: ItemNode['step']): PathNode {
  const known = parent.items.find(item => sameStep(item.step, step))
  if (known) return known.node
  const node = createNode(parent.isSingle && step.type === 'item')
  parent.items.push({ step, node, keys: step.type === 'filter' ? step.path.map(wantedKey) : [] })
  return node
}

const wantedKey = (name: string): WantedKey => ({ name, first: name.charCodeAt(0) })

function sameStep(a: ItemNode['step'], b: ItemNode['step']): boolean {
  if (a.type === 'item') return b.type === 'item' && a.index === b.index
  return a.type === 'filter' ? b.type === 'filter' && sameFilter(a, b) : a.type === b.type
}

const sameFilter = (a: PathFilter, b: PathFilter): boolean =>
  a.isEqual === b.isEqual && a.value === b.value && JSON.stringify(a.path) === JSON.stringify(b.path)
