import { type InformerCounters, type InformerStatus, StatusError } from '@kube-informer/core'
import { isDeniedStatus } from '../held-view/denials.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { type FollowReads, ReadFollower } from '../held-view/read-follower.ts'
import type { RowOrder } from '../slices/row-order.ts'
import { ForwardedView } from './forwarded-view.ts'
import { type DeniedRows, deniedRowsOf } from './last-rows.ts'
import { NO_VIEW } from './status-view.ts'
import {
  deniedState,
  isReady,
  type Opened,
  openParts,
  replacingStatus,
  type Shown,
  type SwitchRules,
  type SwitchState,
  shownOf,
  type ViewPart,
  viewOf,
} from './switch-state.ts'

type OpenView = (user: ViewUser) => HeldView

export interface SwitchingViewOptions {
  readonly rules: SwitchRules
  readonly user: ViewUser
  /** The order of the rows. */
  readonly order: RowOrder
  readonly followReads: FollowReads
  /** Opens the first view. */
  readonly open: OpenView
  /** Shown until the first view is ready. @default nothing: the first view is shown */
  readonly last?: Shown | undefined
  /** The counters until the last view is shown. @default those of the view that is shown */
  readonly counters?: (() => InformerCounters) | undefined
  /** The status of a view has changed. May call `replace`, `takeOver`, `restore` or `settle`. */
  readonly onStatus?: ((part: ViewPart, view: Opened) => void) | undefined
  readonly onReleased?: (() => void) | undefined
}

/**
 * A view that may be replaced by another one. What it shows stays until the next view has its rows, and is not older, so that
 * no row leaves the screen at the change. Rows that the server denies are copied before they leave.
 * `docs/decisions/039-the-switching-view.md` has the table of its states.
 */
export class SwitchingView extends ForwardedView {
  readonly #options: SwitchingViewOptions
  readonly #reads: ReadFollower
  #state: SwitchState = { type: 'idle', view: NO_VIEW }

  constructor(options: SwitchingViewOptions) {
    super()
    const { rules, followReads, open, last } = options
    this.#options = options
    this.#reads = new ReadFollower(followReads, () => this.#readSomething())
    const first = this.#open(open)
    const replacing = last && ({ type: 'replacing', shown: last, next: first } as const)
    if (!replacing) this.#enter({ type: 'steady', current: first })
    else this.#enter(isReady(replacing, rules) ? this.#showing(first) : replacing)
  }

  override get status(): InformerStatus {
    const { rules, counters } = this.#options
    const state = this.#state
    const status = state.type === 'replacing' ? replacingStatus(state, rules) : this.shown.status
    return counters && state.type !== 'alone' ? { ...status, counters: counters() } : status
  }

  /** The last view has replaced rows that are shown: it needs and records no first paint. */
  override get snapshot(): HeldView['snapshot'] {
    return this.#state.type === 'alone' ? undefined : super.snapshot
  }

  override get firstPage(): HeldView['firstPage'] {
    return this.#state.type === 'alone' ? undefined : super.firstPage
  }

  protected get shown(): HeldView {
    return viewOf(this.#state, this.#options.rules)
  }

  /** Whether a view is being opened, or all are released. */
  get isIdle(): boolean {
    return this.#state.type === 'idle'
  }

  /** Opens a view that is shown once it is ready, in place of one that is not. */
  replace(open: OpenView): void {
    const before = this.#state
    const shown = shownOf(before, this.#options.rules)
    if (!shown) return
    this.#enter({ type: 'idle', view: shown.view })
    for (const { view } of openParts(before)) if (view !== shown.source) view.held.release()
    const next = this.#open(open)
    const { error } = next.held.status
    const oldError = error instanceof StatusError ? error : undefined
    this.#enter({ type: 'replacing', shown, next: { ...next, oldError } })
    this.settle()
  }

  /**
   * Opens a view that is shown at once, since it begins with the rows that are shown now. It is opened first, so that
   * informers that both use go on.
   */
  takeOver(open: (user: ViewUser, rows: DeniedRows | undefined) => HeldView): void {
    const before = this.#state
    if (before.type === 'idle' || before.type === 'alone') return
    const { shown } = this
    const rows = deniedRowsOf(
      before.type === 'denied' ? { ...before.copy, newestResourceVersion: before.newest } : shown,
    )
    this.#enter({ type: 'idle', view: shown })
    this.#enter({ type: 'steady', current: this.#open(user => open(user, rows)) })
    for (const { view } of openParts(before)) view.held.release()
    this.#options.user.onRows()
  }

  /** Returns to the view that is shown and was to be replaced. */
  restore(): void {
    const before = this.#state
    if (before.type !== 'replacing' || !before.shown.source) return
    this.#enter({ type: 'steady', current: before.shown.source })
    before.next.held.release()
    this.#options.user.onRows()
  }

  /** Shows the next view if it is ready. */
  settle(): void {
    const { rules, user } = this.#options
    const state = this.#state
    if (state.type !== 'replacing') return
    const { shown, next } = state
    if (isReady(state, rules)) {
      this.#enter(this.#showing(next))
      shown.source?.held.release()
      user.onRows()
    } else if (rules.nextDenied === 'dropCopy' && isDeniedStatus(next.held.status)) this.#dropCopy(state)
  }

  release(): void {
    const before = this.#state
    this.#enter({ type: 'idle', view: this.shown })
    this.#options.onReleased?.()
    for (const { view } of openParts(before)) view.held.release()
  }

  /** Reads are followed while the next view may wait for a resourceVersion. */
  #enter(state: SwitchState): void {
    this.#state = state
    this.#reads.update(state.type === 'replacing')
  }

  #showing(current: Opened): SwitchState {
    return { type: this.#options.rules.isFinal ? 'alone' : 'steady', current }
  }

  #open(open: OpenView): Opened {
    const user: ViewUser = {
      onRows: keys => this.#rowsChanged(user, keys),
      onStatus: () => this.#statusChanged(user),
      onDenied: () => this.#denied(user),
    }
    return { user, held: open(user) }
  }

  /** Undefined for a view that is being opened, or is released. */
  #find(user: ViewUser): { readonly part: ViewPart; readonly view: Opened } | undefined {
    return openParts(this.#state).find(({ view }) => view.user === user)
  }

  #rowsChanged(user: ViewUser, keys: readonly string[] | undefined): void {
    const found = this.#find(user)
    if (found && found.part !== 'next') this.#options.user.onRows(keys)
  }

  #statusChanged(user: ViewUser): void {
    const found = this.#find(user)
    if (!found) return
    this.#consider(found.part, found.view)
    this.#options.user.onStatus()
  }

  #readSomething(): void {
    const state = this.#state
    if (state.type === 'replacing') this.#consider('next', state.next)
    this.#options.user.onStatus()
  }

  #consider(part: ViewPart, view: Opened): void {
    if (this.#state.type !== 'alone') this.#options.onStatus?.(part, view)
    const state = this.#state
    // Nothing has replaced the denied view: its rows have left.
    if (state.type === 'denied') this.#enter({ type: 'steady', current: state.current })
    if (part !== 'shown') this.settle()
  }

  #denied(user: ViewUser): void {
    const { rules, order, user: own } = this.#options
    const found = this.#find(user)
    if (!found) return
    if (this.#state.type === 'alone') own.onDenied?.()
    else this.#enter(deniedState(this.#state, found.part, { ...rules, order }))
  }

  /** Both views are denied. The shown one may recover. */
  #dropCopy(state: SwitchState & { readonly type: 'replacing' }): void {
    const { user } = this.#options
    const { source, floor } = state.shown
    if (!source || floor === undefined) return
    user.onDenied?.()
    this.#enter({ ...state, shown: { view: source.held, source } })
    user.onRows()
  }
}
