import { dirname } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import { API, type Checker, type Program } from 'typescript/unstable/sync'

/** A program of TypeScript with its types. */
export interface TypedProgram {
  readonly program: Program
  readonly checker: Checker
  close(): void
}

/**
 * Opens the program of a tsconfig.json. It runs the compiler as a process: `close` ends it. TypeScript 7 has no other API
 * than this one, which it calls unstable.
 */
export function openProgram(config: string): TypedProgram {
  const api = new API({ cwd: dirname(config) })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`${config} is no project`)
  return { program: project.program, checker: project.checker, close: () => api.close() }
}

/** All nodes below a node, itself included, without those that `skip` excludes together with what is below them. */
export function* nodesOf(node: Node, skip: (node: Node) => boolean): Generator<Node> {
  if (skip(node)) return
  yield node
  const children: Node[] = []
  node.forEachChild(child => void children.push(child))
  for (const child of children) yield* nodesOf(child, skip)
}
