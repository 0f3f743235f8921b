import { folderOf, isTest, packageOf } from './folders.ts'
import { type Import, importsOf } from './imports-of.ts'
import type { SourceTree } from './source-tree.ts'
import { targetOf } from './target.ts'

/** An import of another file of the repository. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly line: number
  readonly isType: boolean
}

const SOURCE = /\.[cm]?[jt]sx?$/

/** The imports of the files of a tree. Each file is parsed once, when something first needs its imports. */
export class ImportGraph {
  readonly tree: SourceTree
  readonly #imports = new Map<string, readonly Import[]>()

  constructor(tree: SourceTree) {
    this.tree = tree
  }

  /** The files that have imports. */
  get sources(): readonly string[] {
    return this.tree.paths.filter(isSource)
  }

  importsOf(file: string): readonly Import[] {
    const imports = this.#imports.get(file) ?? importsOf(file, this.tree.read(file))
    this.#imports.set(file, imports)
    return imports
  }

  /** The imports of other source files. */
  edgesOf(file: string): readonly Edge[] {
    return this.importsOf(file).flatMap(({ specifier, line, isType }) => {
      const target = targetOf(specifier, file)
      if (target.kind !== 'file' || !isSource(target.path) || !this.tree.has(target.path)) return []
      return [{ from: file, to: target.path, line, isType }]
    })
  }

  /** The imports from one folder of a package to another, tests aside. */
  folderEdges(): readonly Edge[] {
    return this.sources
      .filter(file => packageOf(file) !== undefined && !isTest(file))
      .flatMap(file => this.edgesOf(file))
      .filter(({ from, to }) => folderOf(from) !== folderOf(to))
  }
}

/** Whether a file is TypeScript or JavaScript. */
export const isSource = (path: string): boolean => SOURCE.test(path)
