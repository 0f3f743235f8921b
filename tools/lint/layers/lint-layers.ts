import { LAW } from '../../layers.ts'
import type { Report } from '../report.ts'
import { checkLayers, checkLayersOf } from './check-layers.ts'
import type { Finding } from './law.ts'
import { type SourceTree, treeOfRepository } from './source-tree.ts'

/** Checks the imports of the repository, or those of the files that are below one of the paths. */
export function lintLayers(root: string, paths: readonly string[]): Report {
  const tree = treeOfRepository(root)
  const findings =
    paths.length === 0 ? checkLayers(tree, LAW) : checkLayersOf(filesBelow(paths, tree), tree, LAW)
  return {
    passed: findings.length === 0,
    output: `${[...findings.map(format), `layers: ${findings.length} wrong imports and rows`].join('\n')}\n`,
  }
}

const filesBelow = (paths: readonly string[], tree: SourceTree): readonly string[] =>
  tree.paths.filter(file => paths.some(path => file === path || file.startsWith(`${path}/`)))

function format({ file, line, message, advice }: Finding): string {
  return `${line === undefined ? file : `${file}:${line}`}: ${message}\n    ${advice}`
}
