/** The edges of a graph from one of its nodes. */
export type EdgesOf = (node: string) => Iterable<string>

/**
 * The groups of nodes that reach each other (Tarjan's strongly connected components of at least two nodes), among those
 * that the roots reach.
 */
export function circles(roots: Iterable<string>, edgesOf: EdgesOf): readonly (readonly string[])[] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()

  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    stack.push(node)
    onStack.add(node)
    let low = index
    for (const next of edgesOf(node)) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (onStack.has(next)) low = Math.min(low, order.get(next) ?? index)
    }
    if (low === index) {
      const group = stack.splice(stack.lastIndexOf(node))
      for (const member of group) onStack.delete(member)
      if (group.length > 1) found.push(group)
    }
    return low
  }
  for (const root of roots) if (!order.has(root)) visit(root)
  return found
}

/** A shortest way from a node of a group back to itself, as its nodes in order, the first of them at both ends. */
export function wayBack(start: string, group: readonly string[], edgesOf: EdgesOf): readonly string[] {
  const members = new Set(group)
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of edgesOf(node)) {
      if (next === start) {
        const way = [start]
        for (let each = node; each !== start; each = cameFrom.get(each) ?? start) way.unshift(each)
        return [start, ...way]
      }
      if (!members.has(next) || cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return [start]
}
