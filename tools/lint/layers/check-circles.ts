import { circles, wayBack } from './circles.ts'
import { folderOf, packageOf } from './folders.ts'
import type { Edge, ImportGraph } from './import-graph.ts'
import type { Finding, Law } from './law.ts'

/** Circles of imports between files. Those that none of the files is part of are omitted. */
export function checkFileCircles(files: readonly string[], graph: ImportGraph): readonly Finding[] {
  const targetsOf = (file: string): readonly string[] => graph.edgesOf(file).map(({ to }) => to)
  const asked = new Set(files)
  return circles(files, targetsOf).flatMap(group => {
    const first = group.filter(file => asked.has(file)).sort()[0]
    if (first === undefined) return []
    const way = wayBack(first, group, targetsOf)
    return {
      file: first,
      ...lineOf(graph.edgesOf(first), way[1]),
      message: `is part of a circle of imports: ${way.join(' → ')}`,
      advice: 'Move what both ends need to a file that imports neither.',
    }
  })
}

const lineOf = (edges: readonly Edge[], to: string | undefined): Pick<Finding, 'line'> => {
  const edge = edges.find(each => each.to === to)
  return edge ? { line: edge.line } : {}
}

/**
 * Circles of imports between the folders of a package. A folder and those below it may import each other, as they are
 * one part of the package; the top folder of a package is a folder like others here. Two kinds of files are not counted:
 * the `index.ts` of a package's top folder, which is above all folders, and files with a row, which are exceptions.
 */
export function checkFolderCircles(graph: ImportGraph, law: Law): readonly Finding[] {
  const edges = graph.folderEdges().filter(edge => countsForFolders(edge, law))
  const byFolder = Map.groupBy(edges, ({ from }) => folderOf(from))
  const targetsOf = (folder: string): readonly string[] => [
    ...new Set((byFolder.get(folder) ?? []).map(({ to }) => folderOf(to))),
  ]
  return circles(byFolder.keys(), targetsOf).map(group => {
    const [first = ''] = group.toSorted()
    const way = wayBack(first, group, targetsOf)
    const steps = way.slice(1).map((to, index) => exampleOf(edges, way[index] ?? first, to))
    return {
      file: first,
      message: `is part of a circle of folders: ${way.join(' → ')}`,
      advice: `Move what both need below them: ${steps.join(', ')}.`,
    }
  })
}

function countsForFolders({ from, to }: Edge, { layers }: Law): boolean {
  const [a, b] = [folderOf(from), folderOf(to)]
  if (from === `${topOf(a)}/index.ts` || layers[from] !== undefined) return false
  return !isPart(a, b) && !isPart(b, a)
}

/** Whether a folder is below another one that is not the top of its package. */
const isPart = (below: string, above: string): boolean =>
  below.startsWith(`${above}/`) && above !== topOf(above)

/** The top folder of the package of a folder. */
const topOf = (folder: string): string => `${packageOf(folder)}/src`

function exampleOf(edges: readonly Edge[], from: string, to: string): string {
  const edge = edges.find(each => folderOf(each.from) === from && folderOf(each.to) === to)
  return edge ? `${edge.from}:${edge.line} imports ${to}` : `${from} imports ${to}`
}
