import type { TestDuration } from './durations.ts'

/** The maximum seconds of a command on two cores, and of the tests of each folder in total. */
export interface Budget {
  readonly total: number
  /** The maximum number of tests that pass only on their second attempt. */
  readonly retried: number
  /** A folder's budget includes its subfolders, unless they have a budget of their own. */
  readonly folders: Readonly<Record<string, number>>
}

/** A duration that exceeds its budget or has none. */
export interface Overrun {
  readonly folder: string
  readonly seconds: number
  readonly budget: number
}

/** The innermost folder with a budget that contains `file`; the file itself if there is none. */
function folderOf(file: string, folders: readonly string[]): string {
  const containing = folders.filter(folder => file.startsWith(`${folder}/`))
  return containing.toSorted((a, b) => b.length - a.length)[0] ?? file
}

/** The seconds of the tests of each folder with a budget. */
export function secondsByFolder(
  durations: readonly TestDuration[],
  { folders }: Budget,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { file, seconds } of durations) {
    const folder = folderOf(file, Object.keys(folders))
    sums.set(folder, (sums.get(folder) ?? 0) + seconds)
  }
  return sums
}

/** The folders, and the whole command as `total`, that exceed the budget. A file outside every folder has the budget 0. */
export function overruns(
  durations: readonly TestDuration[],
  totalSeconds: number,
  budget: Budget,
): readonly Overrun[] {
  return [['total', totalSeconds] as const, ...secondsByFolder(durations, budget)]
    .map(([folder, seconds]) => ({
      folder,
      seconds,
      budget: folder === 'total' ? budget.total : (budget.folders[folder] ?? 0),
    }))
    .filter(overrun => overrun.seconds > overrun.budget)
}

/** The budget of two commands that run one after the other. */
export function addBudgets(a: Budget, b: Budget): Budget {
  const names = new Set([...Object.keys(a.folders), ...Object.keys(b.folders)])
  const folders = [...names].map(name => [name, (a.folders[name] ?? 0) + (b.folders[name] ?? 0)] as const)
  return { total: a.total + b.total, retried: a.retried + b.retried, folders: Object.fromEntries(folders) }
}
