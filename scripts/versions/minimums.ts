import { availableSince, hasFeature } from './compat-data.ts'
import type { Target } from './targets.ts'
import type { Use } from './uses.ts'
import { compareVersions } from './version.ts'

/** The oldest version of a runtime that has what an entry uses. */
export interface Minimum {
  readonly version: string
  /** What decides: `AbortSignal.any`. */
  readonly by: string
  /** Where it is used, for people. */
  readonly at: string
}

/** What a set of uses requires of a runtime. */
export interface Requirement {
  /** Undefined if the compat data has none of the uses. */
  readonly minimum: Minimum | undefined
  /** Uses of features that no version has. */
  readonly absent: readonly Use[]
}

/** The oldest version of a runtime that has all features of these uses. Of equal ones the first by name decides. */
export function requirementOf(uses: readonly Use[], target: Target): Requirement {
  const required = uses.map(use => [use, requiredVersion(use, target)] as const)
  const absent = required.filter(([, version]) => version === null).map(([use]) => use)
  let minimum: Minimum | undefined
  for (const [use, version] of required) {
    if (!version) continue
    const candidate = { version, by: featureName(use.feature), at: `${use.file}:${use.line}` }
    if (!minimum || isYounger(candidate, minimum)) minimum = candidate
  }
  return { minimum, absent }
}

const isYounger = (a: Minimum, b: Minimum): boolean =>
  (compareVersions(a.version, b.version) || (a.by < b.by ? 1 : -1)) > 0

/** Undefined if the use requires nothing, or the compat data does not know; null if no version has the feature. */
function requiredVersion({ feature, nodeSince }: Use, target: Target): string | null | undefined {
  if (nodeSince) return target === 'nodejs' ? nodeSince : undefined
  const since = availableSince(feature, target)
  const owner = feature.slice(0, feature.lastIndexOf('.'))
  // An object proves that its interface exists: a member that is as old, or as absent, requires nothing more.
  const isAsOld = hasFeature(owner) && availableSince(owner, target) === since
  return isAsOld ? undefined : since
}

/** `AbortSignal.any` for `api.AbortSignal.any_static`. */
const featureName = (feature: string): string =>
  feature
    .replace(
      /^(?:api|javascript\.(?:builtins|classes|grammar|operators|regular_expressions|statements))\./,
      '',
    )
    .replace(/_static$/, '')
    .replace(/^node\./, 'node:')
