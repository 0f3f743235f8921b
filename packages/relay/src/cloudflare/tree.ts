/** The shape of a relay's tree. All nodes and the router must agree on it. */
export interface TreeShape {
  /** The number of leaves, among which the readers are divided. */
  readonly leaves: number
  /** The maximum number of children of a node. With more leaves, there are branches between them and the root. */
  readonly fanout: number
}

/** A node: level 0 are the leaves, the levels above are branches. There is one root. */
export type TreeNode = 'root' | { readonly level: number; readonly index: number }

/** The leaf of a reader. If the number of leaves changes from n to m, at most about a share of 1 - n/m moves. */
export function leafOf(reader: string, leaves: number): TreeNode {
  return { level: 0, index: jumpHash(hashOf(reader), leaves) }
}

/** The node that a node reads from; undefined for the root. */
export function parentOf(node: TreeNode, { leaves, fanout }: TreeShape): TreeNode | undefined {
  if (node === 'root') return undefined
  let width = leaves
  for (let level = 0; level < node.level; level++) width = Math.ceil(width / fanout)
  return width <= fanout ? 'root' : { level: node.level + 1, index: Math.floor(node.index / fanout) }
}

/** All nodes, the leaves first. */
export function* nodesOf({ leaves, fanout }: TreeShape): Generator<TreeNode> {
  let width = leaves
  for (let level = 0; ; level++) {
    for (let index = 0; index < width; index++) yield { level, index }
    if (width <= fanout) break
    width = Math.ceil(width / fanout)
  }
  yield 'root'
}

/** `root`, `leaf-3` or `branch-1-3`. */
export function nodeName(node: TreeNode): string {
  if (node === 'root') return node
  return node.level === 0 ? `leaf-${node.index}` : `branch-${node.level}-${node.index}`
}

/** A 32-bit hash (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const MULTIPLIER = 2862933555777941757n

/** Jump consistent hash (Lamping and Veach, 2014). */
function jumpHash(hash: number, buckets: number): number {
  let key = BigInt(hash)
  let bucket = 0
  for (let next = 0; next < buckets; ) {
    bucket = next
    key = BigInt.asUintN(64, key * MULTIPLIER + 1n)
    next = Math.floor((bucket + 1) * (2 ** 31 / (Number(key >> 33n) + 1)))
  }
  return bucket
}
