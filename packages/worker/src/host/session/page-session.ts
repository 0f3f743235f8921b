import { type Clock, type LockManager, UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { lockReleased } from '../../locks/locks.ts'
import type { SnapshotDisk } from '../../persistence/snapshot-disk.ts'
import type { HostChannel } from '../../wire/channel.ts'
import { CLONE_PROBE, isCloned, NOT_CLONED } from '../../wire/clone-probe.ts'
import {
  type HelloMessage,
  type PageMessage,
  PROTOCOL_VERSION,
  type WelcomeMessage,
} from '../../wire/protocol.ts'
import { type HostClusters, type Membership, ownerOf } from '../clusters/host-clusters.ts'
import { checkMessage, messageType } from './check-message.ts'
import type { ResolvedLimits } from './host-limits.ts'
import { Outbox } from './outbox.ts'
import { PageQuota } from './page-quota.ts'
import { PageRequests } from './page-requests.ts'
import { SessionCalls } from './session-calls.ts'
import { StorageReporter } from './storage-reporter.ts'
import { TokenBroker } from './token-broker.ts'

export interface SessionOptions {
  readonly channel: HostChannel
  /** The fingerprint of the host's definitions. */
  readonly fingerprint: string
  readonly clusters: HostClusters
  readonly clock: Clock
  readonly limits: ResolvedLimits
  readonly disk?: SnapshotDisk | undefined
  readonly locks?: LockManager | undefined
  /** The lock by which pages detect that the host has ended. */
  readonly lock?: string | undefined
  /** The page was frozen or offline. */
  readonly onWake: () => void
  readonly onClosed: () => void
}

/** The state of a page from its hello until it signs out. */
interface Greeted {
  readonly hello: HelloMessage
  readonly membership: Membership
  readonly storage: StorageReporter
}

/** The host's session with one page. */
export class Session {
  readonly #options: SessionOptions
  readonly #channel: HostChannel
  readonly #tokens: TokenBroker
  readonly #namespaces: PageRequests<readonly string[]>
  readonly #outbox: Outbox
  readonly #quota: PageQuota
  readonly #calls: SessionCalls
  readonly #stop = new AbortController()
  /** Stays true: after a rejection or a sign-out, a page connects again. */
  #wasGreeted = false
  #greeted: Greeted | undefined

  constructor(options: SessionOptions) {
    const { channel, clock } = options
    this.#options = options
    this.#channel = channel
    this.#tokens = new TokenBroker(id => channel.post({ type: 'needToken', id }))
    this.#namespaces = new PageRequests('the option `namespaces`', id =>
      channel.post({ type: 'needNamespaces', id }),
    )
    this.#quota = new PageQuota(options)
    const { informers } = this.#quota
    this.#outbox = new Outbox({ clock, informers, send: batch => channel.post(batch) })
    this.#calls = new SessionCalls({
      clock,
      quota: this.#quota,
      answer: result => channel.post(result),
      whenApplied: callback => this.#outbox.whenApplied(callback),
    })
    channel.listen({
      onMessage: message => this.#receive(message),
      onFailure: () => this.close(),
    })
  }

  /** Ends every subscription and call of this page. Idempotent. */
  close(): void {
    if (this.#stop.signal.aborted) return
    this.#stop.abort()
    this.#leave()
    this.#channel.close()
    this.#options.onClosed()
  }

  /** A page may send anything. What it must not send ends its session, with a reason. */
  #receive(message: unknown): void {
    if (this.#stop.signal.aborted) return
    try {
      this.#quota.receive()
      if (this.#greeted) this.#serve(this.#greeted.membership, checkMessage(message))
      else this.#admit(message)
    } catch (error) {
      this.#channel.post({ type: 'rejected', reason: errorMessage(error) })
      this.close()
    }
  }

  /** Before the hello, and after a rejection or a sign-out. Another version of the page may send other messages. */
  #admit(message: unknown): void {
    const type = messageType(message)
    if (type === 'hello') this.#greet(message as HelloMessage)
    else if (type === 'ping') this.#channel.post({ type: 'pong' })
    else if (type === 'goodbye') this.close()
  }

  #serve(membership: Membership, message: PageMessage): void {
    switch (message.type) {
      case 'hello':
        break
      case 'subscribe':
        this.#quota.subscribe(message)
        this.#outbox.subscribe(membership.cluster, message)
        break
      case 'relate':
        this.#quota.relate(message, Object.keys(membership.cluster.definitions))
        this.#outbox.relate(membership.cluster, message)
        break
      case 'unsubscribe':
        this.#quota.unsubscribe(message.id)
        this.#outbox.unsubscribe(message.id)
        break
      case 'ack':
        this.#outbox.acknowledged()
        break
      case 'clientCall':
      case 'streamCall':
      case 'hostCall':
        this.#calls.run(membership, message)
        break
      case 'cancel':
        this.#calls.cancel(message.id)
        break
      case 'token':
        this.#tokens.answer(message)
        break
      case 'namespaces':
        this.#namespaces.answer({ ...message, value: namesOf(message.names), error: message.error })
        break
      case 'ping':
        this.#channel.post({ type: 'pong' })
        break
      case 'wake':
        this.#options.onWake()
        break
      case 'signOut':
        this.#signOut()
        break
      case 'goodbye':
        this.close()
        break
      default:
        message satisfies never
    }
  }

  #greet(hello: HelloMessage): void {
    if (this.#wasGreeted) return
    this.#wasGreeted = true
    try {
      assertFits(hello, this.#options.fingerprint)
      checkMessage(hello)
      this.#join(hello)
    } catch (error) {
      this.#channel.post({ type: 'rejected', reason: errorMessage(error) })
    }
  }

  #join(hello: HelloMessage): void {
    const { lock, clusters, disk, clock } = this.#options
    const membership = clusters.join(hello, {
      tokens: hello.hasToken ? this.#tokens : undefined,
      getNamespaces: hello.hasNamespaces ? () => this.#namespaces.request() : undefined,
      onSigningOut: () => this.#leave(),
      onSignedOut: failure => this.#signedOut(failure),
    })
    const welcome: WelcomeMessage = { type: 'welcome', version: PROTOCOL_VERSION, probe: CLONE_PROBE }
    this.#channel.post(lock === undefined ? welcome : { ...welcome, lock })
    const storage = new StorageReporter({
      disk,
      clock,
      owner: ownerOf(hello),
      report: status => this.#channel.post({ type: 'storage', status }),
    })
    this.#greeted = { hello, membership, storage }
    if (hello.lock !== undefined) void this.#closeWithPage(hello.lock)
  }

  /** The page holds its lock until it ends. A tab that crashes sends no goodbye. */
  async #closeWithPage(lock: string): Promise<void> {
    const { locks } = this.#options
    if (!locks) return
    try {
      await lockReleased(locks, lock, this.#stop.signal)
      this.close()
    } catch {
      // The session has ended, or locks are not available: only a goodbye ends a session then.
    }
  }

  #signOut(): void {
    const greeted = this.#greeted
    if (!greeted) return
    const owner = ownerOf(greeted.hello)
    if (owner) void this.#options.clusters.signOut(owner)
    else {
      this.#leave()
      this.#signedOut(undefined)
    }
  }

  /** From here on the page only receives `signedOut`. */
  #leave(): void {
    this.#outbox.close()
    this.#calls.close()
    this.#greeted?.storage.close()
    this.#greeted?.membership.leave()
    this.#greeted = undefined
    this.#tokens.close()
    this.#namespaces.close()
  }

  #signedOut(failure: string | undefined): void {
    if (this.#stop.signal.aborted) return
    this.#channel.post({ type: 'signedOut', ...(failure !== undefined && { failure }) })
  }
}

/** An application may return anything, for example the text of a form. */
const namesOf = (names: unknown): readonly string[] | undefined =>
  Array.isArray(names) ? names.filter(name => typeof name === 'string') : undefined

/** Throws the reason for a page of another build. */
function assertFits({ version, fingerprint, probe }: HelloMessage, own: string): void {
  if (version !== PROTOCOL_VERSION)
    throw new UsageError(
      `the worker uses protocol ${PROTOCOL_VERSION}, this page ${version}: reload the page, ` +
        'or rebuild both from one version of @kube-informer/worker',
    )
  if (fingerprint !== own)
    throw new UsageError(
      'the worker was built with other definitions of the informers than this page: reload the page, ' +
        'or rebuild both; a shared worker of the old build ends with its last tab',
    )
  if (!isCloned(probe)) throw new UsageError(NOT_CLONED)
}
