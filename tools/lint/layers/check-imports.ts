import { entriesOf } from './entries.ts'
import { baseOf, folderOf, isTest, type PlacedRow, packageOf, rowOfFile, rowOfFolder } from './folders.ts'
import type { Import } from './imports-of.ts'
import { type Finding, formatRow, type Law } from './law.ts'
import type { SourceTree } from './source-tree.ts'
import { standsFor, type Target, targetOf } from './target.ts'

/** Compares the imports of a file with the table. */
export function checkImports(
  file: string,
  imports: readonly Import[],
  tree: SourceTree,
  law: Law,
): readonly Finding[] {
  const placed = rowOfFile(file, law)
  return placed ? imports.flatMap(found => checkImport(file, found, placed, tree, law) ?? []) : []
}

/** The folders of the files that have no row. */
export function checkRows(files: readonly string[], law: Law): readonly Finding[] {
  const folders = new Set(files.filter(file => !rowOfFile(file, law)).map(folderOf))
  return [...folders].map(folder => ({
    file: folder,
    message: 'the folder has no row in tools/layers.ts',
    advice: `Add '${folder}': [] to LAYERS, with the names of what it may import.`,
  }))
}

function checkImport(
  file: string,
  { line, specifier, isType }: Import,
  placed: PlacedRow,
  tree: SourceTree,
  law: Law,
): Finding | undefined {
  const target = targetOf(specifier, file)
  const finding = (reason: string, advice: string): Finding => ({
    file,
    line,
    message: `imports '${specifier}'${reason}`,
    advice,
  })
  if (target.kind === 'entry' && !entriesOf(tree).has(specifier))
    return finding(
      ', which must be an entry of a package',
      'Import an entry that the "exports" of its package.json have.',
    )
  if (target.kind === 'file' && isTest(target.path) && packageOf(file) !== undefined && !isTest(file))
    return finding(
      ', which is for tests',
      'Published files import no tests: move what both need to a file of its own.',
    )
  if (isAllowed(file, target, isType, placed, law)) return undefined
  const row = `The row in tools/layers.ts is ${formatRow(placed.key, placed.row)}.`
  return finding(` from ${describe(target)}`, `${row} ${adviceFor(file, target, isType, placed)}`)
}

function isAllowed(
  file: string,
  target: Target,
  isType: boolean,
  { key, row }: PlacedRow,
  law: Law,
): boolean {
  const base = baseOf(folderOf(file))
  if (target.kind === 'file' && isOfSameRow(file, target.path, key, law)) return true
  const names = isForNode(target) && !row.includes('node:*') ? row.filter(name => !name.endsWith('/**')) : row
  return names.some(name => {
    const [, ofTypes] = /^type:(.*)$/.exec(name) ?? []
    return ofTypes === undefined ? standsFor(name, target, base) : isType && standsFor(ofTypes, target, base)
  })
}

/** Whether a target is an entry that imports Node's modules. */
const isForNode = (target: Target): boolean =>
  target.kind === 'entry' && /\/(?:node|vite)$/.test(target.specifier)

/** The files of a folder may import each other, and so may those of all folders that share a row. */
function isOfSameRow(file: string, other: string, key: string, law: Law): boolean {
  const folder = folderOf(other)
  return folder === folderOf(file) || rowOfFolder(folder, law)?.key === key
}

function describe(target: Target): string {
  if (target.kind === 'file') return folderOf(target.path)
  return { node: "Node's modules", npm: 'npm', entry: 'another package' }[target.kind]
}

/** What to do about an import that the row does not allow. */
function adviceFor(file: string, target: Target, isType: boolean, { key, row }: PlacedRow): string {
  const base = baseOf(folderOf(file))
  if (target.kind === 'file') {
    if (packageOf(target.path) !== undefined && packageOf(target.path) !== packageOf(file))
      return `Import a public entry of @kube-informer/${target.path.split('/')[1]}, as a user would.`
    if (!isType && row.some(name => name.startsWith('type:') && standsFor(name.slice(5), target, base)))
      return 'It may import types from there: write `import type`.'
    return `Pass the value in, or move the code to a folder that may import it. If ${key} is to be above it, add the name.`
  }
  if (target.kind === 'entry' && target.specifier.endsWith('/internal'))
    return 'Import the public entries, as a user would.'
  if (isForNode(target)) return "Keep it out of this folder, or add 'node:*' if the folder is for Node."
  const name = target.kind === 'npm' ? `npm:${target.specifier}` : target.specifier
  return `Keep it out of this folder, or add '${name}' if the folder is meant to need it.`
}
