import { isUnservedPath } from '../api/errors.ts'
import type { KubeClient } from '../client/kube-client.ts'
import { readDocument } from '../client/transport/answer.ts'
import type { IsExpected } from '../client/transport/answer-kind.ts'
import { type APIGroupDiscoveryList, DISCOVERY_ACCEPT, isAggregated, readAggregated } from './aggregated.ts'
import {
  type DiscoveredGroup,
  type DiscoveredVersion,
  type Discovery,
  GroupDiscoveryError,
  groupVersionOf,
  StaleGroupVersionError,
} from './discovery.ts'
import {
  type APIGroup,
  type APIGroupList,
  type APIResourceList,
  type APIVersions,
  readCoreGroup,
  readNamedGroups,
  readResourceList,
} from './legacy.ts'

/** How many requests are in flight, and what aborts them. */
export interface DiscoverOptions {
  readonly signal?: AbortSignal | undefined
  /** Maximum number of concurrent requests if each group version needs one. @default 4 */
  readonly concurrency?: number | undefined
}

/** Whether an answer is a document of one of the kinds. One without a kind has the member of one. */
const isDocument =
  (members: Readonly<Record<string, string>>): IsExpected =>
  ({ kind, ...answer }) =>
    kind === undefined
      ? Object.values(members).some(member => member in answer)
      : Object.keys(members).includes(String(kind))

const isRoot = isDocument({ APIVersions: 'versions', APIGroupList: 'groups', APIGroupDiscoveryList: 'items' })
const isResourceList = isDocument({ APIResourceList: 'resources' })

/** The part of a client that discovery uses. */
export type DiscoveryClient = Pick<KubeClient, 'request'>

/**
 * Discovers the resources of a server: two requests in the aggregated form (Kubernetes 1.30 and newer), and for a response
 * in the older form, one more for each of its group versions (client-go `DiscoveryClient`, KEP-3352).
 *
 * Rejects when `/api` or `/apis` cannot be read (one of them may be missing). A group that fails on its own, or is
 * stale, does not affect the others and is reported in `error`.
 *
 * @example
 * const discovery = await discover(client)
 * const followable = resourcesOf(discovery).filter(({ verbs }) => verbs.includes('watch'))
 */
export async function discover(client: DiscoveryClient, options: DiscoverOptions = {}): Promise<Discovery> {
  const run = new DiscoveryRun(client, options)
  const answers = await Promise.allSettled([
    run.readRoot<APIVersions>('/api', readCoreGroup),
    run.readRoot<APIGroupList>('/apis', readNamedGroups),
  ])
  options.signal?.throwIfAborted()
  const errors = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
  const fatal = errors.find(reason => !isUnservedPath(reason))
  if (fatal !== undefined || errors.length === answers.length) throw fatal ?? errors[0]
  const groups = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  return { groups, error: run.failures.size > 0 ? new GroupDiscoveryError(run.failures) : undefined }
}

/** One discovery: its client, its request slots, and its failures. */
class DiscoveryRun {
  readonly failures: Map<string, Error> = new Map()
  readonly #client: DiscoveryClient
  readonly #signal: AbortSignal | undefined
  #slots: number
  readonly #waiting: (() => void)[] = []

  constructor(client: DiscoveryClient, { signal, concurrency = 4 }: DiscoverOptions) {
    this.#client = client
    this.#signal = signal
    this.#slots = Math.max(1, concurrency)
  }

  /** Reads the groups of one of the two roots, in either form. */
  async readRoot<T extends object>(
    path: string,
    groupsOf: (body: T) => readonly APIGroup[],
  ): Promise<readonly DiscoveredGroup[]> {
    const { body, aggregated } = await this.#get<T | APIGroupDiscoveryList>(path, DISCOVERY_ACCEPT, isRoot)
    if (!aggregated) return Promise.all(groupsOf(body as T).map(group => this.#readGroup(group)))
    const groups = readAggregated(body as APIGroupDiscoveryList)
    for (const { name, versions } of groups) {
      for (const { version, stale } of versions) {
        const groupVersion = groupVersionOf(name, version)
        if (stale) this.failures.set(groupVersion, new StaleGroupVersionError(groupVersion))
      }
    }
    return groups
  }

  async #readGroup({ name, versions, preferredVersion }: APIGroup): Promise<DiscoveredGroup> {
    const read = await Promise.all((versions ?? []).map(({ version }) => this.#readVersion(name, version)))
    return {
      name,
      preferredVersion: preferredVersion?.version ?? versions?.[0]?.version,
      versions: read.flatMap(version => version ?? []),
    }
  }

  async #readVersion(group: string, version: string): Promise<DiscoveredVersion | undefined> {
    const groupVersion = groupVersionOf(group, version)
    try {
      const path = `${group === '' ? '/api' : '/apis'}/${groupVersion}`
      const { body } = await this.#get<APIResourceList>(path, 'application/json', isResourceList)
      return { version, stale: false, resources: readResourceList(group, version, body) }
    } catch (error) {
      this.#signal?.throwIfAborted()
      this.failures.set(groupVersion, error instanceof Error ? error : new Error(String(error)))
      return undefined
    }
  }

  async #get<T extends object>(
    path: string,
    accept: string,
    isExpected: IsExpected,
  ): Promise<{ readonly body: T; readonly aggregated: boolean }> {
    await this.#takeSlot()
    try {
      this.#signal?.throwIfAborted()
      const what = `discover ${path}`
      const response = await this.#client.request(path, { headers: { accept }, signal: this.#signal, what })
      const body = await readDocument<T>(response, what, isExpected)
      return { body, aggregated: isAggregated(response.headers.get('content-type')) }
    } finally {
      this.#slots++
      this.#waiting.shift()?.()
    }
  }

  async #takeSlot(): Promise<void> {
    while (this.#slots === 0) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#slots--
  }
}
