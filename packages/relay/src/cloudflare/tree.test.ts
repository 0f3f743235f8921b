import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leafOf, nodeName, nodesOf, parentOf, type TreeNode, type TreeShape } from './tree.ts'

const shape = fc.record({
  leaves: fc.integer({ min: 1, max: 500 }),
  fanout: fc.integer({ min: 2, max: 32 }),
})

/** The nodes from a node to the root. */
function pathOf(node: TreeNode, shape: TreeShape): readonly string[] {
  const parent = parentOf(node, shape)
  return [nodeName(node), ...(parent ? pathOf(parent, shape) : [])]
}

describe('the tree of a relay', () => {
  test('every node reads from one that exists, and reaches the root', () => {
    fc.assert(
      fc.property(shape, shape => {
        const nodes = [...nodesOf(shape)]
        const names = new Set(nodes.map(nodeName))
        expect(names.size).toBe(nodes.length)
        const depth = Math.max(1, Math.ceil(Math.log(shape.leaves) / Math.log(shape.fanout) - 1e-9))
        const paths = nodes.map(node => pathOf(node, shape))
        expect(paths.every(path => path.at(-1) === 'root' && path.every(name => names.has(name)))).toBe(true)
        expect(Math.max(...paths.map(path => path.length - 1))).toBeLessThanOrEqual(depth)
      }),
    )
  })

  test('no node has more children than the fanout, and every branch has one', () => {
    fc.assert(
      fc.property(shape, shape => {
        const children = new Map<string, number>()
        for (const node of nodesOf(shape)) {
          const parent = parentOf(node, shape)
          if (parent) children.set(nodeName(parent), (children.get(nodeName(parent)) ?? 0) + 1)
        }
        expect(Math.max(...children.values())).toBeLessThanOrEqual(shape.fanout)
        const parents = [...nodesOf(shape)].filter(node => node === 'root' || node.level > 0)
        expect(new Set(children.keys())).toEqual(new Set(parents.map(nodeName)))
      }),
    )
  })

  test('a branch is added when the leaves exceed the fanout', () => {
    const names = (leaves: number) => [...nodesOf({ leaves, fanout: 2 })].map(nodeName)
    expect(names(2)).toEqual(['leaf-0', 'leaf-1', 'root'])
    expect(names(3)).toEqual(['leaf-0', 'leaf-1', 'leaf-2', 'branch-1-0', 'branch-1-1', 'root'])
  })

  test('readers are spread evenly, and few move when leaves are added', () => {
    const readers = Array.from({ length: 10_000 }, (_, i) => `reader-${i}`)
    const counts = new Map<string, number>()
    let moved = 0
    for (const reader of readers) {
      const leaf = nodeName(leafOf(reader, 20))
      counts.set(leaf, (counts.get(leaf) ?? 0) + 1)
      if (nodeName(leafOf(reader, 25)) !== leaf) moved++
    }
    expect(counts.size).toBe(20)
    expect(Math.min(...counts.values())).toBeGreaterThan(350)
    expect(Math.max(...counts.values())).toBeLessThan(650)
    expect(moved).toBeLessThan(2_500)
  })

  test('a reader always has the same leaf, which exists', () => {
    fc.assert(
      fc.property(fc.string(), shape, (reader, shape) => {
        const leaf = nodeName(leafOf(reader, shape.leaves))
        expect(nodeName(leafOf(reader, shape.leaves))).toBe(leaf)
        expect([...nodesOf(shape)].map(nodeName)).toContain(leaf)
      }),
    )
  })
})
