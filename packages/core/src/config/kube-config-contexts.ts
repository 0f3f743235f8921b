import { ConfigError } from './config-error.ts'
import type { Fields } from './fields.ts'

/** Entries by name. A Map, because a context may be named `__proto__`. */
type Entries = Map<string, Fields>

/** Several merged kubeconfigs. */
export interface MergedKubeConfig {
  readonly currentContext: string | undefined
  readonly contexts: Entries
  readonly clusters: Entries
  readonly users: Entries
  /** The names of the files, for errors. */
  readonly name: string
}

/** A context with its cluster and user. */
export interface SelectedContext {
  readonly name: string
  readonly namespace: string
  readonly cluster: Fields
  /** Undefined for a context without a user, whose requests are anonymous. */
  readonly user: Fields | undefined
}

/**
 * Merges as kubectl does: the first entry of each name applies as a whole, and so does the first current-context
 * (client-go `clientcmd.ClientConfigLoadingRules.Load`).
 */
export function mergeKubeConfigs(files: readonly Fields[]): MergedKubeConfig {
  return {
    currentContext: files.map(file => file.text('current-context')).find(name => name !== undefined),
    contexts: mergeEntries(files, 'contexts', 'context'),
    clusters: mergeEntries(files, 'clusters', 'cluster'),
    users: mergeEntries(files, 'users', 'user'),
    name: files.map(file => file.source.name).join(', '),
  }
}

function mergeEntries(files: readonly Fields[], list: string, kind: string): Entries {
  const merged: Entries = new Map()
  for (const file of files) {
    for (const [name, entry] of entriesOf(file, list, kind)) if (!merged.has(name)) merged.set(name, entry)
  }
  return merged
}

function entriesOf(file: Fields, list: string, kind: string): Entries {
  const entries: Entries = new Map()
  for (const element of file.mappings(list)) {
    const name = element.text('name') ?? ''
    if (entries.has(name)) throw file.error(`two entries of ${list} are called "${name}"`)
    entries.set(name, element.named(kind, `${kind} "${name}"`))
  }
  return entries
}

/**
 * Finds a context, its cluster and its user.
 *
 * @param name @default the current context
 * @throws ConfigError, which lists the existing names
 */
export function selectContext(
  config: MergedKubeConfig,
  name: string | undefined = config.currentContext,
): SelectedContext {
  if (name === undefined) {
    throw new ConfigError(
      `${config.name}: no current-context is set; choose one with the option context: ${namesOf(config.contexts)}`,
    )
  }
  const context = config.contexts.get(name)
  if (!context) throw notFound('context', name, config.contexts, config.name)
  const clusterName = context.text('cluster')
  if (clusterName === undefined) throw context.error('names no cluster')
  const cluster = config.clusters.get(clusterName)
  if (!cluster) throw notFound('cluster', clusterName, config.clusters, config.name, name)
  const userName = context.text('user')
  const user = userName === undefined ? undefined : config.users.get(userName)
  if (userName !== undefined && !user) throw notFound('user', userName, config.users, config.name, name)
  return { name, namespace: context.text('namespace') ?? 'default', cluster, user }
}

function notFound(kind: string, name: string, entries: Entries, files: string, by?: string): ConfigError {
  const named = by === undefined ? '' : `, which context "${by}" names,`
  return new ConfigError(`${files}: ${kind} "${name}"${named} does not exist; there is: ${namesOf(entries)}`)
}

const namesOf = (entries: Entries): string =>
  entries.size === 0 ? 'nothing' : [...entries.keys()].map(name => `"${name}"`).join(', ')
