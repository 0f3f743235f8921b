import { type ResourceDefinition, StatusError } from '@kube-informer/core'
import type { AccessReviews } from '../access/access-reviews.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { KnownNamespaces, NamespaceSource } from './known-namespaces.ts'
import { mayRead, type ReadAccess } from './may-read.ts'
import { PublishedNamespaces } from './published-namespaces.ts'

export interface AllowedNamespacesOptions {
  readonly resource: ResourceDefinition
  readonly access: AccessReviews
  /** Why all namespaces cannot be read at once. */
  readonly denial: Error | undefined
  /** Opens a view of the cluster's Namespaces. */
  readonly openNamespaces: (user: ViewUser) => HeldView
}

const HINT =
  'to read single namespaces, name them in the option `namespaces` of the connection, or allow the user to list Namespaces'

/** The state of a namespace's review. */
type Review = 'pending' | ReadAccess

/**
 * The namespaces of the cluster in which the user may list and watch a resource, by access reviews. They follow the
 * Namespaces of the cluster while they are used.
 */
export class AllowedNamespaces implements NamespaceSource {
  readonly #options: AllowedNamespacesOptions
  readonly #published = new PublishedNamespaces({ start: () => this.#start(), stop: () => this.#stop() })
  readonly #reviews = new Map<string, Review>()
  /** The number of pending reviews. */
  #pending = 0
  #all: HeldView | undefined
  #end = new AbortController()

  constructor(options: AllowedNamespacesOptions) {
    this.#options = options
  }

  get known(): KnownNamespaces {
    return this.#published.known
  }

  refresh(): void {
    for (const [name, review] of this.#reviews) {
      if (review === 'allowed') void this.#reviewAgain(name)
      else if (review !== 'pending') this.#reviews.delete(name)
    }
    this.#changed()
  }

  subscribe(listener: () => void): () => void {
    return this.#published.subscribe(listener)
  }

  #start(): void {
    const changed = () => this.#changed()
    this.#end = new AbortController()
    this.#all = this.#options.openNamespaces({ onRows: changed, onStatus: changed })
    changed()
  }

  #stop(): void {
    this.#end.abort()
    this.#all?.release()
    this.#all = undefined
    this.#pending = 0
    for (const [name, review] of this.#reviews) if (review === 'pending') this.#reviews.delete(name)
  }

  #changed(): void {
    const { view, status } = this.#all ?? {}
    if (view && status?.data !== 'none') this.#follow(new Set(view.rows().map(({ name }) => name)))
    this.#publish()
  }

  #follow(present: ReadonlySet<string>): void {
    for (const name of this.#reviews.keys()) if (!present.has(name)) this.#set(name, undefined)
    for (const name of present) if (!this.#reviews.has(name)) void this.#review(name)
  }

  async #review(namespace: string): Promise<void> {
    const { access, resource } = this.#options
    const { signal } = this.#end
    this.#set(namespace, 'pending')
    const answer = await mayRead({ access, resource, namespace, signal }).catch(() => undefined)
    if (signal.aborted || !answer || this.#reviews.get(namespace) !== 'pending') return
    this.#set(namespace, answer)
    if (answer === 'allowed' || this.#pending === 0) this.#publish()
  }

  /** Its rows stay until the answer, and while there is none. */
  async #reviewAgain(namespace: string): Promise<void> {
    const { access, resource } = this.#options
    const { signal } = this.#end
    const answer = await mayRead({ access, resource, namespace, signal }).catch(() => undefined)
    if (signal.aborted || answer !== 'denied' || this.#reviews.get(namespace) !== 'allowed') return
    this.#set(namespace, answer)
    this.#publish()
  }

  #set(name: string, review: Review | undefined): void {
    if (this.#reviews.get(name) === 'pending') this.#pending--
    if (review === 'pending') this.#pending++
    if (review === undefined) this.#reviews.delete(name)
    else this.#reviews.set(name, review)
  }

  #publish(): void {
    const { data, error } = this.#all?.status ?? {}
    const isPending = this.#pending > 0 || (data === 'none' && !error)
    const names = [...this.#reviews].flatMap(([name, review]) => (review === 'allowed' ? name : [])).sort()
    this.#published.publish({
      names,
      isPending,
      failure: isPending ? undefined : this.#failure(names, error),
    })
  }

  /** A 403 stays one, so that `isForbidden` recognizes it. */
  #failure(names: readonly string[], error: Error | undefined): Error | undefined {
    const [uncertain] = [...this.#reviews].filter(([, review]) => typeof review === 'object')
    const doubt =
      uncertain && `the access review of namespace "${uncertain[0]}" failed: ${textOf(uncertain[1])}`
    if (names.length > 0) return doubt === undefined ? undefined : new Error(doubt)
    const { denial = error } = this.#options
    const message = [denial?.message, doubt, HINT].filter(part => part !== undefined).join('; ')
    return denial instanceof StatusError ? new StatusError({ ...denial.status, message }) : new Error(message)
  }
}

const textOf = (review: Review): string => (typeof review === 'object' ? review.unknown : '')
