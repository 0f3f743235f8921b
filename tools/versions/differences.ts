import type { StatedMinimums } from './package-minimums.ts'
import type { EntryMinimums } from './survey.ts'
import { LABELS, TARGETS } from './targets.ts'
import { compareVersions } from './version.ts'

/** Where the derived minimum versions differ from the stated ones. */
export function differences(
  derived: Readonly<Record<string, EntryMinimums>>,
  stated: StatedMinimums,
): readonly string[] {
  const names = new Set([...Object.keys(derived), ...Object.keys(stated)])
  return [...names].flatMap(name =>
    TARGETS.flatMap(target => difference(name, target, derived, stated) ?? []),
  )
}

function difference(
  name: string,
  target: (typeof TARGETS)[number],
  derived: Readonly<Record<string, EntryMinimums>>,
  stated: StatedMinimums,
): string | undefined {
  const now = derived[name]?.[target]
  const before = stated[name]?.[target]
  const runtime = `${name}: ${LABELS[target]}`
  if (!now) return before && `${runtime} ${before.version} is stated, but nothing requires a version`
  const cause = `${now.version} by ${now.by} (${now.at})`
  if (!before) return `${runtime} ${cause} is not stated`
  const order = compareVersions(now.version, before.version)
  if (order > 0) return `${runtime} rises from ${before.version} to ${cause}`
  if (order < 0) return `${runtime} falls from ${before.version} to ${cause}`
  return now.deciding.includes(before.by) ? undefined : `${runtime} ${cause}, no longer by ${before.by}`
}
