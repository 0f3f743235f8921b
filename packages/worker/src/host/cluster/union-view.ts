import { type InformerStatus, type Row, splitMetaNamespaceKey } from '@kube-informer/core'
import type { Slice, SliceGroup } from '../../api/subscription.ts'
import { unionStatus } from '../plan/union-status.ts'
import { newestOf, oldestOf } from '../plan/versions.ts'
import { sumGroups } from '../view/count-groups.ts'
import { byNamespaceAndName, type RowOrder } from '../view/row-order.ts'
import type { HeldView, ViewUser } from './held-view.ts'
import type { NamespaceSource } from './known-namespaces.ts'

/** Options of {@link UnionView}. */
export interface UnionViewOptions {
  readonly source: NamespaceSource
  readonly slice: Slice
  readonly order: RowOrder
  readonly user: ViewUser
  /** Opens the same slice in one namespace. */
  readonly open: (namespace: string, user: ViewUser) => HeldView
}

/**
 * A slice over several namespaces, each with an informer of its own: their rows, sorted and windowed as one. A namespace
 * that fails is named in the status, and the rows of the others are shown.
 *
 * The informers follow the server independently: every change up to `coveredResourceVersion`, the oldest of theirs, is in
 * the view, and none after `newestResourceVersion`, the newest of theirs.
 */
export class UnionView implements HeldView {
  readonly view: HeldView['view']
  readonly #options: UnionViewOptions
  readonly #unsubscribe: () => void
  /** By namespace, in the order of the names. */
  #members = new Map<string, HeldView>()
  /** Whether rows were shown: from then on, an informer without data does not hold back the others. */
  #isStarted = false
  #released = false

  constructor(options: UnionViewOptions) {
    this.#options = options
    const rows = (offset?: number, limit?: number) => this.#rows(offset, limit)
    const size = () => this.#filled().reduce((sum, { view }) => sum + view.size, 0)
    this.view = {
      rows,
      get: key => this.#get(key),
      get size() {
        return size()
      },
    }
    this.#unsubscribe = options.source.subscribe(() => this.#follow())
    this.#open()
  }

  get status(): InformerStatus {
    const { isPending, failure, names } = this.#options.source.known
    const status = unionStatus(
      [...this.#members.values()].map(each => each.status),
      this.#isStarted,
    )
    if (names.length > 0) {
      const data = isPending && status.data === 'complete' ? 'cached' : status.data
      return { ...status, data, ...(failure && !status.error && { error: failure }) }
    }
    if (failure) return { ...status, link: 'retrying', error: failure }
    return isPending ? status : { ...status, data: 'complete', link: 'live' }
  }

  get coveredResourceVersion(): string {
    return oldestOf(this.#filled().map(each => each.coveredResourceVersion))
  }

  get newestResourceVersion(): string {
    return newestOf(this.#filled().map(each => each.newestResourceVersion))
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
    const { source, open } = this.#options
    this.#members = new Map()
    for (const name of source.known.names) {
      const member = before.get(name) ?? open(name, this.#memberUser)
      before.delete(name)
      this.#members.set(name, member)
    }
    for (const gone of before.values()) gone.release()
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

  #filled(): HeldView[] {
    return [...this.#members.values()].filter(({ status }) => status.data !== 'none')
  }

  #rows(offset = 0, limit = Number.POSITIVE_INFINITY): Row[] {
    const views = this.#filled().map(({ view }) => view)
    const { order } = this.#options
    if (order === byNamespaceAndName) return concatenated(views, offset, limit)
    const end = offset + limit
    // The parts are sorted, which makes sorting the whole a merge.
    return views
      .flatMap(view => view.rows(0, end))
      .sort(order)
      .slice(offset, end)
  }

  /** Each key is of one namespace. */
  #get(key: string): Row | undefined {
    const member = this.#members.get(splitMetaNamespaceKey(key).namespace)
    return member && member.status.data !== 'none' ? member.view.get(key) : undefined
  }

  #countGroups(): readonly SliceGroup[] {
    return sumGroups(this.#filled().flatMap(({ countGroups }) => countGroups?.() ?? []))
  }
}

/** In the default order, the rows of a namespace follow those of the previous one. */
function concatenated(views: readonly HeldView['view'][], offset: number, limit: number): Row[] {
  const parts: Row[][] = []
  let skip = offset
  let left = limit
  for (const view of views) {
    if (left <= 0) break
    const { size } = view
    const part = skip < size ? view.rows(skip, left) : []
    skip = Math.max(0, skip - size)
    left -= part.length
    parts.push(part)
  }
  return parts.flat()
}
