import data from '@mdn/browser-compat-data' with { type: 'json' }
import type {
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
  SupportStatement,
} from '@mdn/browser-compat-data'
import type { Target } from './targets.ts'
import { compareVersions } from './version.ts'

/** Where globals and their members are found. */
const ROOTS = ['javascript.builtins', 'api'] as const

/** A member of the dataset, such as `api.AbortSignal.any_static`. Undefined if it has none of that path. */
function identifier(path: string): Identifier | undefined {
  let found: Identifier | undefined = data as unknown as Identifier
  for (const step of path.split('.')) found = found && Object.hasOwn(found, step) ? found[step] : undefined
  return found
}

const statement = (path: string): CompatStatement | undefined => identifier(path)?.__compat

export const hasFeature = (path: string): boolean => statement(path) !== undefined

/** The full path of the first of these names of globals or members that the dataset knows. */
export function findBuiltin(...names: readonly string[]): string | undefined {
  return names.flatMap(name => ROOTS.map(root => `${root}.${name}`)).find(hasFeature)
}

/** The features below one: its parameters and options, for example. */
export const featuresBelow = (path: string): readonly string[] =>
  Object.keys(identifier(path) ?? {}).filter(key => key !== '__compat')

/**
 * The version from which on a runtime has the feature: null if no version has it, undefined if that is not known. What is
 * behind a flag, has another name, or was removed again, does not count. A partial implementation counts if there is no
 * other: many note only that a rare option is missing.
 */
export function availableSince(path: string, target: Target): string | null | undefined {
  const support = statement(path)?.support[target]
  if (support === undefined) return undefined
  const lasting = statementsOf(support).filter(isLasting)
  const whole = lasting.filter(({ partial_implementation }) => !partial_implementation)
  return (whole.length > 0 ? whole : lasting).map(versionOf).toSorted(compareVersions)[0] ?? null
}

const statementsOf = (support: SupportStatement): readonly SimpleSupportStatement[] =>
  Array.isArray(support) ? support : [support]

const isLasting = (each: SimpleSupportStatement): boolean =>
  typeof each.version_added === 'string' &&
  each.version_added !== 'preview' &&
  !(each.flags || each.prefix || each.alternative_name || each.version_removed)

/** `≤` marks the oldest version that was tested. */
const versionOf = ({ version_added }: SimpleSupportStatement): string =>
  String(version_added).replace('≤', '')
