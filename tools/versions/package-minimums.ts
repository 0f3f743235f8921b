import type { Minimum } from './minimums.ts'
import { TARGETS, type Target } from './targets.ts'
import { compareVersions } from './version.ts'

/** A minimum as it is committed: without the place of the use, which changes with every line. */
export type StatedMinimum = Pick<Minimum, 'version' | 'by'>

/** The content of `tools/minimum-versions.json`, by entry. */
export type StatedMinimums = Readonly<Record<string, Readonly<Partial<Record<Target, StatedMinimum>>>>>

/** The minimum versions of a package: of each runtime the youngest that one of its entries requires. */
export function packageMinimums(
  stated: StatedMinimums,
  name: string,
): Partial<Record<Target, StatedMinimum>> {
  const prefix = `@kube-informer/${name}`
  const entries = Object.keys(stated).filter(
    entry => entry === prefix || entry.startsWith(`${prefix}/`) || entry.startsWith(`${prefix}:`),
  )
  const youngest: Partial<Record<Target, StatedMinimum>> = {}
  for (const target of TARGETS)
    for (const entry of entries) {
      const minimum = stated[entry]?.[target]
      const known = youngest[target]
      if (minimum && (!known || compareVersions(minimum.version, known.version) > 0))
        youngest[target] = minimum
    }
  return youngest
}
