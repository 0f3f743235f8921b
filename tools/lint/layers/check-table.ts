import { baseOf } from './folders.ts'
import type { Finding, Law } from './law.ts'
import type { SourceTree } from './source-tree.ts'
import { isPath, pathOf } from './target.ts'

const TABLE = 'tools/layers.ts'

/** Rows that are out of order, or that name a folder or file that does not exist. */
export function checkTable(tree: SourceTree, law: Law): readonly Finding[] {
  const keys = Object.keys(law.layers)
  const exists = existingIn(tree)
  return [
    ...unsorted(keys).map(key =>
      finding(`the row of ${key} is out of order`, 'Sort the rows by their folders.'),
    ),
    ...keys
      .filter(key => !exists(key))
      .map(key =>
        finding(`${key} has a row and does not exist`, 'Remove the row, or rename it with its folder.'),
      ),
    ...keys.flatMap(key => unknownNames(key, law, exists)),
  ]
}

const finding = (message: string, advice: string): Finding => ({ file: TABLE, message, advice })

const unsorted = (keys: readonly string[]): readonly string[] =>
  keys.filter((key, index) => index > 0 && key < (keys[index - 1] ?? ''))

function unknownNames(key: string, { layers }: Law, exists: (path: string) => boolean): readonly Finding[] {
  return (layers[key] ?? [])
    .map(name => name.replace(/^type:/, ''))
    .filter(name => isPath(name) && !exists(pathOf(name, baseOf(key))))
    .map(name =>
      finding(`the row of ${key} names ${name}, which does not exist`, 'Remove the name, or rename it.'),
    )
}

/** Answers whether there is a file, or any file in a folder. */
function existingIn(tree: SourceTree): (path: string) => boolean {
  const existing = new Set(['.'])
  for (const path of tree.paths)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      existing.add(path.slice(0, end))
  return path => existing.has(path.replace(/\/\*\*$/, ''))
}
