import { join } from 'node:path'
import { PACKAGES, packageFolder, ROOT } from '../packages/packages.ts'
import { enginesOfDependencies } from './dependencies.ts'
import { type LoadedEntry, loadedEntries } from './entries.ts'
import { staleExceptions, withoutExceptions } from './exceptions.ts'
import { type Minimum, requirementOf } from './minimums.ts'
import { ModuleGraph } from './modules.ts'
import { openProgram } from './program.ts'
import { LABELS, type Target } from './targets.ts'
import { type Use, usesOf } from './uses.ts'

/** The minimum versions of an entry, of the runtimes that it is for. */
export type EntryMinimums = Readonly<Partial<Record<Target, Minimum>>>

export interface Survey {
  /** By entry, such as `@kube-informer/core/tools`. */
  readonly minimums: Readonly<Record<string, EntryMinimums>>
  /** Features that no version of a runtime has, and exceptions without a use. */
  readonly problems: readonly string[]
}

/** Derives the minimum versions of all entries of the packages from their sources. */
export function surveyPackages(): Survey {
  const typed = openProgram(join(ROOT, 'tsconfig.json'))
  try {
    const entries = loadedEntries()
    const graph = new ModuleGraph(typed.program, new Map(entries.map(({ name, source }) => [name, source])))
    const known = new Map<string, readonly Use[]>()
    const usesIn = (path: string): readonly Use[] => {
      const uses = known.get(path) ?? usesOf(graph.source(path), typed.checker)
      known.set(path, uses)
      return uses
    }
    return surveyOf(entries.map(entry => [entry, graph.loadedBy(entry.source).flatMap(usesIn)]))
  } finally {
    typed.close()
  }
}

function surveyOf(used: readonly (readonly [LoadedEntry, readonly Use[]])[]): Survey {
  const problems = new Set<string>()
  const minimums: Record<string, EntryMinimums> = {}
  for (const [{ name, targets }, uses] of used) {
    const found: Partial<Record<Target, Minimum>> = {}
    for (const target of targets) {
      const { minimum, absent } = requirementOf(withoutExceptions(uses), target)
      if (minimum) found[target] = minimum
      for (const { feature, file, line } of absent)
        problems.add(`no version of ${LABELS[target]} has ${feature}, which ${file}:${line} uses`)
    }
    minimums[name] = found
  }
  for (const { feature, file } of staleExceptions(used.flatMap(([, uses]) => uses)))
    problems.add(`the exception for ${feature} in ${file} has no use`)
  return { minimums: { ...minimums, ...minimumsOfDependencies() }, problems: [...problems] }
}

/** What the dependencies of packages require of Node, as entries of their own. */
const minimumsOfDependencies = (): Readonly<Record<string, EntryMinimums>> =>
  Object.fromEntries(
    PACKAGES.flatMap(name => {
      const nodejs = enginesOfDependencies(packageFolder(name))
      return nodejs ? [[`@kube-informer/${name}: dependencies`, { nodejs }]] : []
    }),
  )
