import { checkFileCircles, checkFolderCircles } from './check-circles.ts'
import { checkImports, checkRows } from './check-imports.ts'
import { checkTable } from './check-table.ts'
import { ImportGraph, isSource } from './import-graph.ts'
import type { Finding, Law } from './law.ts'
import type { SourceTree } from './source-tree.ts'

/** Checks the imports of all files, the circles between files and folders, and the table itself. */
export function checkLayers(tree: SourceTree, law: Law): readonly Finding[] {
  const graph = new ImportGraph(tree)
  return [
    ...checkTable(tree, law),
    ...checkSources(graph.sources, graph, law),
    ...checkFolderCircles(graph, law),
  ]
}

/** Checks some files: their imports, and the circles that they are part of. Other files are read as far as these need them. */
export function checkLayersOf(files: readonly string[], tree: SourceTree, law: Law): readonly Finding[] {
  return checkSources(files.filter(isSource), new ImportGraph(tree), law)
}

function checkSources(files: readonly string[], graph: ImportGraph, law: Law): readonly Finding[] {
  return [
    ...checkRows(files, law),
    ...files.flatMap(file => checkImports(file, graph.importsOf(file), graph.tree, law)),
    ...checkFileCircles(files, graph),
  ]
}
