import { type Clock, UsageError } from '@kube-informer/core'
import type { RelatedStatus } from '../../api/related.ts'
import type { RelatedUpdate, RelateMessage } from '../../wire/related.ts'
import type { Cluster } from '../clusters/cluster.ts'
import { isDeniedStatus } from '../held-view/denials.ts'
import { ReadFollower } from '../held-view/read-follower.ts'
import { planRelated, type RelatedPlan } from '../relations/related-plan.ts'
import { RelatedSource } from '../relations/related-source.ts'
import {
  invalidRequest,
  isKnown,
  relatedStatus,
  type SourceStatus,
  sameRelatedStatus,
  toWireRelatedStatus,
} from '../relations/related-status.ts'
import { RelatedTree } from '../relations/related-tree.ts'
import { SentTree } from '../relations/sent-tree.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { StalenessGuard } from './staleness-guard.ts'

export interface RelatedStreamOptions {
  readonly message: RelateMessage
  readonly cluster: Cluster
  /** Counts the informers of the page. */
  readonly informers: InformerQuota
  readonly clock: Clock
  /** Called when there may be an update to send. */
  readonly onDirty: () => void
}

type Update = { -readonly [TMember in keyof RelatedUpdate]: RelatedUpdate[TMember] }

/** A resource that is read, and the rows that a previous host has shown of it. */
interface GuardedSource {
  readonly source: RelatedSource
  readonly staleness: StalenessGuard
  /** The resourceVersion of the rows that the page shows from a previous host; "" for no rows, undefined without such a host. */
  readonly shown: string | undefined
}

/**
 * The host's side of a tree. It stores the tree and what the page has of it, and no history. Nothing is shown before each
 * resource has data or has failed: a part of the tree would look like all of it.
 */
export class RelatedStream {
  readonly #id: number
  readonly #root: string = ''
  readonly #tree: RelatedTree | undefined
  readonly #sent: SentTree | undefined
  readonly #sources: GuardedSource[] = []
  /** The resources that are not read. */
  readonly #unread: SourceStatus[] = []
  readonly #failure: RelatedStatus | undefined
  readonly #reads: ReadFollower
  #isStarted = false
  #sentStatus: RelatedStatus | undefined

  constructor(options: RelatedStreamOptions) {
    const { message, cluster, onDirty } = options
    this.#id = message.id
    this.#reads = new ReadFollower(cluster.followReads, onDirty)
    try {
      const plan = planRelated(message.related, cluster.definitions)
      this.#root = plan.root.resource
      this.#tree = new RelatedTree(plan)
      this.#sent = new SentTree(plan.limit)
      this.#open(plan, options)
    } catch (error) {
      this.close()
      this.#failure = invalidRequest(error)
    }
  }

  /** The next update for the page; undefined when nothing has changed. */
  take(): RelatedUpdate | undefined {
    const update: Update = { id: this.#id }
    if (!this.#failure && this.#tree && this.#sent) this.#takeRows(update, this.#tree, this.#sent)
    this.#takeStatus(update)
    this.#reads.update(!this.#isStarted && !this.#failure)
    return Object.keys(update).length > 1 ? update : undefined
  }

  close(): void {
    this.#reads.update(false)
    for (const { source, staleness } of this.#sources.splice(0)) {
      source.close()
      staleness.close()
    }
  }

  #open(
    { sources }: RelatedPlan,
    { message, cluster, informers, clock, onDirty }: RelatedStreamOptions,
  ): void {
    for (const { resource, subscription, metadataOnly, failure } of sources) {
      if (failure) {
        this.#unread.push({
          resource: resource.name,
          status: { data: 'none', link: 'stopped', error: failure },
        })
        continue
      }
      const shown = message.shownVersions?.[resource.name]
      const shownResourceVersion = typeof shown === 'string' ? shown : undefined
      this.#sources.push({
        source: new RelatedSource({
          resource,
          onDirty,
          open: user =>
            metadataOnly
              ? cluster.openMetadata(subscription, user, informers)
              : cluster.open(subscription, user, informers),
        }),
        shown: shownResourceVersion,
        staleness: new StalenessGuard({ shownResourceVersion, clock, onOver: onDirty }),
      })
    }
    if (this.#sources.length === 0) throw new UsageError('there is no resource to show')
  }

  get #statuses(): SourceStatus[] {
    const read = this.#sources.map(({ source: { resource, status } }) => ({
      resource: resource.name,
      status,
    }))
    return [...read, ...this.#unread]
  }

  #takeRows(update: Update, tree: RelatedTree, sent: SentTree): void {
    if (!this.#isStarted && !this.#mayStart()) return
    this.#isStarted = true
    for (const { source } of this.#sources) source.takeInto(tree)
    const change = sent.diff(tree.settle())
    Object.assign(update, change)
    if (Object.keys(change).length === 0) return
    const versions = this.#sources.map(({ source }) => [source.resource.name, source.takenVersion])
    update.versions = Object.fromEntries(versions)
  }

  /** Rows of a previous host leave the page only if this host has newer ones, or the server denies them. */
  #mayStart(): boolean {
    const isStale = ({ source, staleness, shown }: GuardedSource) =>
      source.status.data === 'none'
        ? shown !== undefined && !isDeniedStatus(source.status)
        : staleness.isStale(source)
    // What is denied leaves at once, whatever else lags.
    const mustLeave = ({ source, shown }: GuardedSource) => Boolean(shown) && isDeniedStatus(source.status)
    return (
      isKnown(this.#statuses) && (this.#sources.some(mustLeave) || this.#sources.filter(isStale).length === 0)
    )
  }

  #takeStatus(update: Update): void {
    const status = this.#failure ?? relatedStatus(this.#statuses, this.#root, this.#isStarted)
    if (this.#sentStatus && sameRelatedStatus(this.#sentStatus, status)) return
    this.#sentStatus = status
    update.status = toWireRelatedStatus(status)
  }
}
