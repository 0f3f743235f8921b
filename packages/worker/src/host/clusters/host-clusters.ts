import {
  type Clock,
  createKubeClient,
  type InformerClient,
  type KubeClientOptions,
  type Random,
  type TimerHandle,
} from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import type { AccessDecision } from '../../api/access.ts'
import type { InformerDefinitions } from '../../api/definition.ts'
import type { DiskOwner, SnapshotDisk } from '../../persistence/snapshot-disk.ts'
import type { HelloMessage } from '../../wire/protocol.ts'
import { AccessByToken } from '../access/access-by-token.ts'
import type { AccessQuestion } from '../access/access-question.ts'
import type { RequestNamespaces } from '../namespaces/given-namespaces.ts'
import { Cluster } from './cluster.ts'
import { observeAnswers } from './observe-answers.ts'
import { type RequestToken, TokenPool } from './token-pool.ts'

/** The host's options for its clients: options of `createKubeClient`. */
export type HostClientOptions = Pick<
  KubeClientOptions,
  'fetch' | 'watchTransport' | 'webSocket' | 'maxFetchWatches' | 'encoding'
>

export interface HostClustersOptions {
  readonly definitions: InformerDefinitions
  readonly client: HostClientOptions
  readonly clock: Clock
  readonly random: Random
  readonly disk?: SnapshotDisk | undefined
  readonly idleGraceMs: number
  readonly retainMs: number
  /** Called when the last cluster has stopped. */
  readonly onIdle: () => void
}

/** The tokens of a page. */
interface PageTokens {
  /** The `getToken` of one client. `onOutdated` is called when the page has given another token than the client holds. */
  hold(onOutdated: () => void): () => Promise<string>
  /** The token that the page gave last, or a new one. */
  current(): Promise<string>
  /** Calls back when the page has given another token than before. */
  onChange(listener: () => void): void
}

/** A page that uses a cluster. */
export interface ClusterMember {
  /** Absent for a page without tokens. */
  readonly tokens?: PageTokens | undefined
  /** Absent for a page that names no namespaces. */
  readonly getNamespaces?: RequestNamespaces | undefined
  /** The cluster has stopped: nothing of it may be shown or requested. */
  onSigningOut(): void
  /** The data was deleted; with a `failure`, some may remain on disk. */
  onSignedOut(failure: string | undefined): void
}

/** A page's use of a cluster. */
export interface Membership {
  readonly cluster: Cluster
  /** Sends the requests of this page alone, with its own token. */
  readonly client: InformerClient
  /** Asks whether the server allows something to the user of this page. */
  review(this: void, question: AccessQuestion, signal: AbortSignal): Promise<AccessDecision>
  /** Ends the use; tokens of the page are forgotten. */
  leave(): void
}

/** A cluster and its members. */
interface Entry {
  /** Undefined for a page that shares nothing. */
  readonly key: string | undefined
  readonly owner: string | undefined
  readonly cluster: Cluster
  readonly tokens: TokenPool
  /** What the users of its pages may do. */
  readonly access: AccessByToken
  readonly members: Set<ClusterMember>
  leaving: TimerHandle | undefined
}

/** The server and user that own the caches; undefined without an identity: such caches belong to one page. */
export const ownerOf = ({ baseUrl, identity }: HelloMessage): DiskOwner | undefined =>
  identity === undefined ? undefined : { server: baseUrl.replace(/\/+$/, ''), identity }

const ownerKey = ({ server, identity }: DiskOwner): string => JSON.stringify([server, identity])

/**
 * The clusters of a host. Pages with the same server, identity and credentials mode share one cluster with its caches and
 * watches, if all of them have tokens, or none has. A page without an identity has its own, which stops when the page
 * leaves.
 */
export class HostClusters {
  readonly #options: HostClustersOptions
  readonly #entries = new Set<Entry>()
  /** By owner, while its data is being deleted. */
  readonly #erasing = new Map<string, Promise<void>>()
  #closed = false

  constructor(options: HostClustersOptions) {
    this.#options = options
  }

  /** The cluster of a page. It stops a while after its last member has left. */
  join(hello: HelloMessage, member: ClusterMember): Membership {
    const { tokens } = member
    const client: InformerClient = this.#createClient(
      hello,
      tokens?.hold(() => client.forgetToken()),
    )
    const entry = this.#find(hello) ?? this.#create(hello)
    this.#options.clock.clearTimeout(entry.leaving)
    entry.members.add(member)
    const page = { client, currentToken: tokens && (() => tokens.current()) }
    tokens?.onChange(() => entry.access.changeToken(page))
    const removeToken = tokens && shareTokens(entry.tokens, tokens)
    return {
      cluster: entry.cluster,
      client,
      review: (question, signal) => entry.access.review(page, question, signal),
      leave: () => {
        entry.access.leave(page)
        client.forgetToken()
        removeToken?.()
        if (entry.members.delete(member) && entry.members.size === 0) this.#left(entry)
      },
    }
  }

  /** Reopens the watches of every cluster. */
  reconnect(): void {
    for (const { cluster } of this.#entries) cluster.reconnect()
  }

  /** Stops the clusters of an owner, deletes its data from memory and disk, and notifies all members. Never rejects. */
  async signOut(owner: DiskOwner): Promise<void> {
    const key = ownerKey(owner)
    const members = [...this.#entries].filter(entry => entry.owner === key).flatMap(entry => this.#end(entry))
    for (const member of members) member.onSigningOut()
    const failure = await this.#erase(key, owner)
    for (const member of members) member.onSignedOut(failure)
  }

  /** Stops every cluster. Idempotent. */
  close(): void {
    this.#closed = true
    for (const entry of [...this.#entries]) this.#end(entry)
  }

  async #erase(key: string, owner: DiskOwner): Promise<string | undefined> {
    const erasing = (async () => this.#options.disk?.erase(owner))()
    // A page that signs in again meanwhile waits until the deletion is done.
    const over = erasing.catch(() => {})
    this.#erasing.set(key, over)
    try {
      await erasing
      return undefined
    } catch (error) {
      return errorMessage(error)
    } finally {
      if (this.#erasing.get(key) === over) this.#erasing.delete(key)
    }
  }

  #find(hello: HelloMessage): Entry | undefined {
    const key = keyOf(hello)
    return key === undefined ? undefined : [...this.#entries].find(entry => entry.key === key)
  }

  #create(hello: HelloMessage): Entry {
    const { definitions, clock, random, disk, idleGraceMs, retainMs } = this.#options
    const diskOwner = ownerOf(hello)
    const owner = diskOwner && ownerKey(diskOwner)
    const client = this.#createClient(hello, hello.hasToken ? () => tokens.getToken() : undefined, token =>
      tokens.accepted(token),
    )
    const user = {
      forgetToken: () => client.forgetToken(),
      replaceReads: () => cluster.replaceReads(),
      retryDenied: () => cluster.retryDenied(),
    }
    const tokens = new TokenPool({ clock, user })
    const keeping = diskOwner && disk ? { disk, owner: diskOwner } : undefined
    const erased = owner === undefined ? undefined : this.#erasing.get(owner)
    const members = new Set<ClusterMember>()
    const cluster = new Cluster({
      definitions,
      client,
      clock,
      random,
      idleGraceMs,
      retainMs,
      keeping,
      erased,
      requestNamespaces: () => namespacesOf(members),
    })
    const entry = {
      key: keyOf(hello),
      owner,
      cluster,
      tokens,
      access: new AccessByToken({ clock }),
      members,
      leaving: undefined,
    }
    this.#entries.add(entry)
    return entry
  }

  #createClient(
    { baseUrl, credentials, fieldManager }: HelloMessage,
    getToken: (() => Promise<string>) | undefined,
    onAccepted?: (token: string | undefined) => void,
  ): InformerClient {
    const { client, clock } = this.#options
    const requests = onAccepted ? observeAnswers(client, onAccepted) : client
    return createKubeClient({ ...client, ...requests, baseUrl, getToken, credentials, fieldManager, clock })
  }

  #left(entry: Entry): void {
    if (entry.key === undefined) this.#end(entry)
    else this.#endLater(entry, this.#options.idleGraceMs)
  }

  /** A page that is reloaded comes back, and finds its rows as long as they are retained in memory. */
  #endLater(entry: Entry, delayMs: number): void {
    const { clock, retainMs } = this.#options
    if (!this.#entries.has(entry)) return
    entry.leaving = clock.setTimeout(() => {
      if (entry.cluster.hasRetained) this.#endLater(entry, retainMs)
      else this.#end(entry)
    }, delayMs)
  }

  /** @returns the members that were left in it */
  #end(entry: Entry): ClusterMember[] {
    if (!this.#entries.delete(entry)) return []
    this.#options.clock.clearTimeout(entry.leaving)
    entry.cluster.stop()
    entry.access.close()
    entry.tokens.close()
    const members = [...entry.members]
    entry.members.clear()
    if (this.#entries.size === 0 && !this.#closed) this.#options.onIdle()
    return members
  }
}

/** Returns a function that removes the page from the pool. */
function shareTokens(pool: TokenPool, page: PageTokens): () => void {
  const request: RequestToken = page.hold(() => pool.outdated(request))
  return pool.add(request)
}

/** Pages with one identity name the same namespaces: the first answer counts, since a page may be frozen. */
function namespacesOf(members: ReadonlySet<ClusterMember>): RequestNamespaces | undefined {
  const requests = () => [...members].flatMap(({ getNamespaces }) => getNamespaces ?? [])
  if (requests().length === 0) return undefined
  return async () => {
    try {
      return await Promise.any(requests().map(request => request()))
    } catch (error) {
      throw error instanceof AggregateError ? (error.errors[0] ?? new Error('the page is gone')) : error
    }
  }
}

/**
 * Equal for pages that may share a cluster: their reads have the same options. A page without tokens does not read with
 * those of another page.
 */
function keyOf(hello: HelloMessage): string | undefined {
  const owner = ownerOf(hello)
  const { credentials = '', hasToken } = hello
  return owner && JSON.stringify([owner.server, owner.identity, credentials, hasToken])
}
