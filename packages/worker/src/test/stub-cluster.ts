import type { InformerStatus, Row } from '@kube-informer/core'
import type { Subscription } from '../api/subscription.ts'
import type { Cluster } from '../host/clusters/cluster.ts'
import type { HeldView, ViewUser } from '../host/held-view/held-view.ts'
import type { SortedRows } from '../host/slices/sorted-rows.ts'
import { NOTHING_YET } from '../host/streams/status-change.ts'

/** A view whose rows and status a test sets. */
export class StubView implements HeldView {
  rows: readonly Row[] = []
  status: InformerStatus = NOTHING_YET
  coveredResourceVersion = ''
  newestResourceVersion = ''
  countGroups: HeldView['countGroups']
  snapshot: HeldView['snapshot']
  firstPage: HeldView['firstPage']
  isOverlaid: HeldView['isOverlaid']
  releases = 0
  /** What uses it. */
  user: ViewUser | undefined

  get view(): SortedRows {
    const find = (key: string) => this.rows.find(row => row.key === key)
    const { rows } = this
    return {
      size: rows.length,
      rows: (offset = 0, limit = rows.length) => rows.slice(offset, offset + limit),
      get: find,
      find,
      countBefore: row => rows.filter(({ key }) => key < row.key).length,
    }
  }

  /** Sets the rows, which include every change up to a resourceVersion, and notifies the user. */
  show(rows: readonly Row[], resourceVersion: string, data: InformerStatus['data'] = 'complete'): void {
    this.rows = rows
    this.coveredResourceVersion = resourceVersion
    this.newestResourceVersion = resourceVersion
    this.status = { ...this.status, data, link: 'live', resourceVersion }
    this.user?.onRows()
  }

  release(): void {
    this.releases++
  }
}

/** A cluster with one view, and the number of those that follow its reads. */
export class StubCluster {
  readonly view = new StubView()
  readonly opened: Subscription[] = []
  following = 0
  /** What the view throws when it is opened. */
  failure: unknown
  /** What a slice that is opened takes of the rows that the page has. */
  hydrated: unknown
  takesHydrated = false

  get cluster(): Cluster {
    return this as unknown as Cluster
  }

  open(
    subscription: Subscription,
    user: ViewUser,
    _informers: unknown,
    takeHydrated: (scope: object) => unknown,
  ) {
    if (this.failure !== undefined) throw this.failure
    this.opened.push(subscription)
    this.view.user = user
    if (this.takesHydrated) this.hydrated = takeHydrated({})
    return this.view
  }

  columnsOf(): undefined {
    return undefined
  }

  readonly followReads = (): (() => void) => {
    this.following++
    return () => void this.following--
  }
}
