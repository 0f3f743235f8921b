import type { Clock, ResourceDefinition } from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'
import type { NamespacesSource } from '../../api/permitted-namespaces.ts'
import type { AccessReviews } from '../access/access-reviews.ts'
import { isRefused } from '../held-view/denials.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { FollowReads } from '../held-view/read-follower.ts'
import { AllowedNamespaces } from './allowed-namespaces.ts'
import { type KnownNamespaces, type NamespaceSource, sortedNames } from './known-namespaces.ts'
import { mayRead } from './may-read.ts'
import { PublishedNamespaces } from './published-namespaces.ts'

export interface PermittedNamespacesOptions {
  readonly clock: Clock
  readonly access: AccessReviews
  /** Opens a view of the cluster's Namespaces. */
  readonly openNamespaces: (user: ViewUser) => HeldView
  /** The namespaces that the pages name; undefined where no page does. */
  readonly findGiven: () => NamespaceSource | undefined
  /** The namespaces of the objects in the caches. */
  readonly seen: () => Iterable<string>
  /** Calls back when caches may have changed. */
  readonly followReads: FollowReads
  /** Only namespaces in which the user may read it. @default all of the cluster */
  readonly readable?: ResourceDefinition | undefined
}

/** How often reviews are repeated while they are used. Their answers count for two minutes. */
const REVIEW_MS = 130_000
/** How long changes of the caches are collected. */
const SEEN_MS = 1_000

/**
 * The namespaces that a user can choose from. It requests the Namespaces of the cluster and, for a resource, access reviews. While
 * the server does not allow to list them, they are those that the pages name, else those of the objects in the caches.
 */
export class PermittedNamespaces implements NamespaceSource {
  readonly #options: PermittedNamespacesOptions
  readonly #published = new PublishedNamespaces({ start: () => this.#start(), stop: () => this.#stop() })
  readonly #reviewTimer: Timer
  readonly #seenTimer: Timer
  #source: NamespacesSource = 'listed'
  #all: HeldView | undefined
  #end = new AbortController()
  /** Whether the resource may be read in the whole cluster; undefined until the server has answered. */
  #isWide: boolean | undefined
  /** Set where the resource may be read in single namespaces only. */
  #allowed: Used | undefined
  /** Used while the Namespaces cannot be listed. */
  #given: Used | undefined
  #unfollow: (() => void) | undefined

  constructor(options: PermittedNamespacesOptions) {
    this.#options = options
    this.#reviewTimer = new Timer(options.clock)
    this.#seenTimer = new Timer(options.clock)
    this.#isWide = options.readable ? undefined : true
  }

  get known(): KnownNamespaces {
    return this.#published.known
  }

  /** Where the known namespaces come from. */
  get source(): NamespacesSource {
    return this.#source
  }

  refresh(): void {
    if (!this.#all) return
    this.#given?.source.refresh()
    this.#allowed?.source.refresh()
    if (this.#options.readable) void this.#review(this.#options.readable)
  }

  subscribe(listener: () => void): () => void {
    return this.#published.subscribe(listener)
  }

  #start(): void {
    const changed = () => this.#changed()
    this.#end = new AbortController()
    this.#all = this.#options.openNamespaces({ onRows: changed, onStatus: changed })
    if (this.#options.readable) void this.#review(this.#options.readable)
    changed()
  }

  #stop(): void {
    this.#end.abort()
    this.#all?.release()
    this.#all = undefined
    this.#reviewTimer.stop()
    this.#setAllowed(undefined)
    this.#leaveGiven()
  }

  async #review(resource: ResourceDefinition): Promise<void> {
    const { access, openNamespaces } = this.#options
    const { signal } = this.#end
    this.#reviewTimer.start(REVIEW_MS, () => this.refresh())
    const answer = await mayRead({ access, resource, signal }).catch(() => undefined)
    if (signal.aborted || answer === undefined) return
    this.#isWide = answer === 'allowed'
    if (this.#isWide) this.#setAllowed(undefined)
    else if (!this.#allowed)
      this.#setAllowed(new AllowedNamespaces({ resource, access, denial: undefined, openNamespaces }))
    this.#changed()
  }

  #changed(): void {
    if (!this.#all) return
    const { view, status } = this.#all
    if (status.data === 'none' && isRefused(status)) {
      this.#showOthers(status.error)
      return
    }
    this.#leaveGiven()
    this.#publish(
      'listed',
      this.#listed(
        view.rows().map(({ name }) => name),
        status,
      ),
    )
  }

  #listed(names: readonly string[], { data, error }: HeldView['status']): KnownNamespaces {
    if (data === 'none') return { names: [], isPending: !error, failure: error }
    if (this.#isWide) return { names: sortedNames(names), isPending: false }
    return this.#allowed?.source.known ?? { names: [], isPending: true }
  }

  /** The Namespaces cannot be listed. */
  #showOthers(error: Error | undefined): void {
    const found = this.#given ? undefined : this.#options.findGiven()
    if (found) this.#given = this.#use(found)
    const given = this.#given?.source.known
    if (given && (given.isPending || given.names.length > 0)) {
      this.#publish('given', given)
      return
    }
    this.#unfollow ??= this.#options.followReads(() =>
      this.#seenTimer.startUnlessPending(SEEN_MS, () => this.#changed()),
    )
    const names = sortedNames(this.#options.seen())
    this.#publish('seen', { names, isPending: false, failure: given?.failure ?? error })
  }

  #leaveGiven(): void {
    this.#given?.leave()
    this.#given = undefined
    this.#unfollow?.()
    this.#unfollow = undefined
    this.#seenTimer.stop()
  }

  #setAllowed(source: NamespaceSource | undefined): void {
    this.#allowed?.leave()
    this.#allowed = source && this.#use(source)
  }

  #use(source: NamespaceSource): Used {
    return { source, leave: source.subscribe(() => this.#changed()) }
  }

  #publish(source: NamespacesSource, known: KnownNamespaces): void {
    const isOther = source !== this.#source
    this.#source = source
    this.#published.publish(known, isOther)
  }
}

/** A source that is used. */
interface Used {
  readonly source: NamespaceSource
  leave(): void
}
