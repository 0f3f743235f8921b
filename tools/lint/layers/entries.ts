import type { SourceTree } from './source-tree.ts'

const known = new WeakMap<SourceTree, ReadonlySet<string>>()

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, unknown>>
}

/** The specifiers of all entries of the packages, as `@kube-informer/core/config`. */
export function entriesOf(tree: SourceTree): ReadonlySet<string> {
  const entries = known.get(tree) ?? readEntries(tree)
  known.set(tree, entries)
  return entries
}

function readEntries(tree: SourceTree): ReadonlySet<string> {
  const manifests = tree.paths
    .filter(path => /^packages\/[^/]+\/package\.json$/.test(path))
    .map(path => JSON.parse(tree.read(path)) as Manifest)
  return new Set(
    manifests.flatMap(({ name, exports = {} }) => Object.keys(exports).map(key => name + key.slice(1))),
  )
}
