import type { InformerStatus } from '@kube-informer/core'
import type { Slice, SliceGroup } from '../../api/subscription.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { FollowReads } from '../held-view/read-follower.ts'
import { unionStatus } from '../held-view/union-status.ts'
import { newestOf, oldestOf } from '../held-view/versions.ts'
import type { NamespaceSource } from '../namespaces/known-namespaces.ts'
import { sumGroups } from '../slices/count-groups.ts'
import { MergedRows } from '../slices/merged-rows.ts'
import type { RowOrder } from '../slices/row-order.ts'
import { namespaceOf } from '../slices/row-source.ts'
import type { SortedRows } from '../slices/sorted-rows.ts'
import { openHandover } from './handover-view.ts'
import type { LastRows } from './last-rows.ts'

export interface UnionViewOptions {
  readonly source: NamespaceSource
  readonly slice: Slice
  readonly order: RowOrder
  readonly user: ViewUser
  /** Opens the same slice in one namespace. */
  readonly open: (namespace: string, user: ViewUser) => HeldView
  /** The rows of the cluster-wide view that this one replaces. */
  readonly last?: LastRows | undefined
  readonly followReads: FollowReads
}

/**
 * A slice over several namespaces, each with an informer of its own: their rows, sorted and windowed as one. A namespace
 * that fails is named in the status, and the rows of the others are shown.
 *
 * Where it replaces a cluster-wide view, each namespace takes over its own rows of that view. The others leave once the
 * namespaces are known.
 *
 * The informers follow the server independently: every change up to `coveredResourceVersion`, the oldest of theirs, is in
 * the view, and none after `newestResourceVersion`, the newest of theirs.
 */
export class UnionView implements HeldView {
  readonly view: SortedRows
  readonly #options: UnionViewOptions
  readonly #unsubscribe: () => void
  /** By namespace, in the order of the names. */
  #members = new Map<string, HeldView>()
  /** Rows whose namespaces are not known yet. */
  #last: LastRows | undefined
  /** Whether rows were shown: from then on, an informer without data does not hold back the others. */
  #isStarted: boolean
  #released = false

  constructor(options: UnionViewOptions) {
    this.#options = options
    const { order, last } = options
    this.#last = last
    this.#isStarted = last !== undefined
    this.view = new MergedRows({
      order,
      parts: () => this.#shown().map(({ view }) => view),
      partOf: key => this.#partOf(key),
    })
    this.#unsubscribe = options.source.subscribe(() => this.#follow())
    this.#open()
  }

  get status(): InformerStatus {
    const { isPending, failure, names } = this.#options.source.known
    const members = [...this.#members.values(), ...(this.#last ? [this.#last] : [])]
    const status = unionStatus(
      members.map(each => each.status),
      this.#isStarted,
    )
    if (names.length > 0) {
      const data = isPending && !this.#last && status.data === 'complete' ? 'cached' : status.data
      return { ...status, data, ...(failure && !status.error && { error: failure }) }
    }
    if (failure) return { ...status, link: 'retrying', error: failure }
    return isPending ? status : { ...status, data: 'complete', link: 'live' }
  }

  get coveredResourceVersion(): string {
    return oldestOf(this.#shown().map(each => each.coveredResourceVersion))
  }

  get newestResourceVersion(): string {
    return newestOf(this.#shown().map(each => each.newestResourceVersion))
  }

  get parts(): HeldView['parts'] {
    return this.#last ? new Map([...this.#last.left, ...this.#members]) : this.#members
  }

  get countGroups(): (() => readonly SliceGroup[]) | undefined {
    return this.#options.slice.groupBy === undefined ? undefined : () => this.#countGroups()
  }

  release(): void {
    this.#released = true
    this.#unsubscribe()
    for (const member of this.#members.values()) member.release()
    this.#members.clear()
  }

  /** Opens the namespaces that are new, and releases those that are gone. */
  #open(): void {
    const before = this.#members
    const { source } = this.#options
    this.#members = new Map()
    for (const name of source.known.names) {
      const member = before.get(name) ?? this.#openMember(name)
      before.delete(name)
      this.#members.set(name, member)
    }
    for (const gone of before.values()) gone.release()
    if (!source.known.isPending) this.#last = undefined
  }

  #openMember(namespace: string): HeldView {
    const open = (user: ViewUser) => this.#options.open(namespace, user)
    const user = this.#memberUser
    if (!this.#last) return open(user)
    const { newestResourceVersion: lastResourceVersion } = this.#last
    const { order, followReads } = this.#options
    return openHandover({
      order,
      last: this.#last.take(namespace),
      lastResourceVersion,
      user,
      open,
      followReads,
    })
  }

  readonly #memberUser: ViewUser = {
    onRows: keys => this.#options.user.onRows(keys),
    onStatus: () => this.#statusChanged(),
  }

  #follow(): void {
    if (this.#released) return
    this.#open()
    this.#options.user.onRows()
    this.#statusChanged()
  }

  #statusChanged(): void {
    if (!this.#isStarted && this.status.data !== 'none') {
      this.#isStarted = true
      this.#options.user.onRows()
    }
    this.#options.user.onStatus()
  }

  /** The views with data, in the order of their namespaces. */
  #shown(): HeldView[] {
    const filled = [...this.#members].filter(([, member]) => isFilled(member))
    if (!this.#last) return filled.map(([, view]) => view)
    const all = [...filled, ...this.#last.left].sort(([a], [b]) => (a < b ? -1 : 1))
    return all.map(([, view]) => view)
  }

  /** Each key is of one namespace. */
  #partOf(key: string): SortedRows | undefined {
    const namespace = namespaceOf(key)
    const member = this.#members.get(namespace) ?? this.#last?.left.get(namespace)
    return member && isFilled(member) ? member.view : undefined
  }

  #countGroups(): readonly SliceGroup[] {
    return sumGroups(this.#shown().flatMap(({ countGroups }) => countGroups?.() ?? []))
  }
}

const isFilled = ({ status }: HeldView): boolean => status.data !== 'none'
