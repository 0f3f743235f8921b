import { availableSince, hasFeature } from './compat-data.ts'
import { SERVERS, type Target } from './targets.ts'
import type { Use } from './uses.ts'
import { compareVersions } from './version.ts'

/** The oldest version of a runtime that has what an entry uses. */
export interface Minimum {
  readonly version: string
  /** What decides, such as `AbortSignal.any`: the first by name of `deciding`. */
  readonly by: string
  /** Where it is used, for people. */
  readonly at: string
  /** All features that need this version. */
  readonly deciding: readonly string[]
}

/** What a set of uses requires of a runtime. */
export interface Requirement {
  /** Undefined if the compat data has none of the uses. */
  readonly minimum: Minimum | undefined
  /** Uses of features that no version has. */
  readonly absent: readonly Use[]
}

/** What these uses require: the oldest version that has all of their features. */
export function requirementOf(uses: readonly Use[], target: Target): Requirement {
  const absent: Use[] = []
  let youngest: { version: string; uses: Use[] } | undefined
  for (const use of uses) {
    const version = requiredVersion(use, target)
    if (version === null) absent.push(use)
    if (!version) continue
    const order = youngest ? compareVersions(version, youngest.version) : 1
    if (order > 0) youngest = { version, uses: [use] }
    else if (order === 0) youngest?.uses.push(use)
  }
  return { minimum: youngest && minimumOf(youngest.version, youngest.uses), absent }
}

function minimumOf(version: string, uses: readonly Use[]): Minimum | undefined {
  const sorted = uses
    .map(({ feature, file, line }) => ({ by: featureName(feature), at: `${file}:${line}` }))
    .toSorted((a, b) => (a.by < b.by ? -1 : Number(a.by > b.by)))
  const [first] = sorted
  return first && { version, ...first, deciding: [...new Set(sorted.map(({ by }) => by))] }
}

/** Undefined if the use requires nothing, or the compat data does not know; null if no version has the feature. */
function requiredVersion({ feature, nodeSince }: Use, target: Target): string | null | undefined {
  if (nodeSince) return target === 'nodejs' ? nodeSince : undefined
  // What only windows have is for pages: on servers there is none.
  if (feature.startsWith('api.Window.') && SERVERS.includes(target)) return undefined
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
