import type { InformerStatus } from '@kube-informer/core'
import { isDeniedStatus } from '../held-view/denials.ts'
import { type HeldView, hasCaughtUp, type ViewUser } from '../held-view/held-view.ts'
import type { RowOrder } from '../slices/row-order.ts'
import { lastOf } from './last-view.ts'

/** In what the kinds of switching views differ. */
export interface SwitchRules {
  /**
   * What replaces rows that the server denies must have every change up to their newest one, or need have none: a quiet
   * narrower scope may not reach the resourceVersion of the wider one for minutes.
   */
  readonly floor: 'newest' | 'none'
  /**
   * What follows if the server denies the next view, too. It is shown, by `showNew` only if it was not denied already when it
   * was opened; or the copy of the denied rows leaves.
   */
  readonly nextDenied: 'show' | 'showNew' | 'dropCopy'
  /** What is shown of a denied view before another one is open. The view of which a copy is shown may recover. */
  readonly denied: 'view' | 'copy'
  /** Whose error the status has while the next view is not ready. */
  readonly error: 'shown' | 'next'
  /** Whether a view that has lost its data is replaced at once. */
  readonly yieldsEmpty: boolean
  /** Whether the next view is the last one. */
  readonly isFinal: boolean
}

/** A view that is open. */
export interface Opened {
  readonly held: HeldView
  /** By which it calls back. */
  readonly user: ViewUser
  /** An error that it had when it was opened in place of another view: its next attempt may succeed. */
  readonly oldError?: Error | undefined
}

/** What is shown until the next view is ready. */
export interface Shown {
  /** The open view, or a copy of it as it was when the server denied its rows. */
  readonly view: HeldView
  /** The open view; absent where only the copy is left. */
  readonly source?: Opened | undefined
  /** Of a copy: the next view must have every change up to it. */
  readonly floor?: string | undefined
}

/** The state of a switching view. */
export type SwitchState =
  /** No callback is expected: a view is being opened, or all are released. */
  | { readonly type: 'idle'; readonly view: HeldView }
  | { readonly type: 'steady'; readonly current: Opened }
  /** The server has just denied the rows, and nothing replaces them yet. */
  | { readonly type: 'denied'; readonly current: Opened; readonly copy: HeldView; readonly newest: string }
  | { readonly type: 'replacing'; readonly shown: Shown; readonly next: Opened }
  /** The last view is shown: nothing replaces it. */
  | { readonly type: 'alone'; readonly current: Opened }

type Replacing = SwitchState & { readonly type: 'replacing' }

/** The only view, the one that is shown until the next one is ready, or the next one. */
export type ViewPart = 'current' | 'shown' | 'next'

/** The views that are open. */
export function openParts(state: SwitchState): readonly { readonly part: ViewPart; readonly view: Opened }[] {
  if (state.type === 'idle') return []
  if (state.type !== 'replacing') return [{ part: 'current', view: state.current }]
  const { shown, next } = state
  const source = shown.source ? [{ part: 'shown', view: shown.source } as const] : []
  return [...source, { part: 'next', view: next }]
}

/** The view that is shown. */
export function viewOf(state: SwitchState, { denied }: SwitchRules): HeldView {
  switch (state.type) {
    case 'idle':
      return state.view
    case 'steady':
    case 'alone':
      return state.current.held
    case 'denied':
      return denied === 'copy' ? state.copy : state.current.held
    case 'replacing':
      return state.shown.view
  }
}

/** What is shown while another view is opened; undefined where nothing replaces it. */
export function shownOf(state: SwitchState, { denied, floor }: SwitchRules): Shown | undefined {
  switch (state.type) {
    case 'steady':
      return { view: state.current.held, source: state.current }
    case 'denied': {
      const copy = { view: state.copy, floor: floorOf(state.newest, floor) }
      return denied === 'copy' ? { ...copy, source: state.current } : copy
    }
    case 'replacing':
      return state.shown
    default:
      return undefined
  }
}

/** The state once the server has denied the rows of a view, which can be read for the last time. */
export function deniedState(
  state: SwitchState,
  part: ViewPart,
  { floor, order }: Pick<SwitchRules, 'floor'> & { readonly order: RowOrder },
): SwitchState {
  if (state.type === 'steady') {
    const { current } = state
    const newest = current.held.newestResourceVersion
    return { type: 'denied', current, copy: lastOf(current.held, order), newest }
  }
  // The next view is not shown, and a copy stays as it is.
  if (state.type !== 'replacing' || part === 'next' || state.shown.floor !== undefined) return state
  const { view, source } = state.shown
  const copy = { view: lastOf(view, order), source, floor: floorOf(view.newestResourceVersion, floor) }
  return { ...state, shown: copy }
}

/** Whether the next view can be shown. */
export function isReady({ shown, next }: Replacing, { nextDenied, yieldsEmpty }: SwitchRules): boolean {
  const { status } = next.held
  if (yieldsEmpty && shown.view.status.data === 'none') return true
  if (isDeniedStatus(status))
    return nextDenied === 'show' || (nextDenied === 'showNew' && status.error !== next.oldError)
  return hasCaughtUp(next.held, shown.floor ?? shown.view.newestResourceVersion)
}

/** The status until the next view is ready: its link tells how that view fares. */
export function replacingStatus({ shown, next }: Replacing, { error: whose }: SwitchRules): InformerStatus {
  const { status } = shown.view
  const { link, error } = next.held.status
  if (whose === 'shown') return { ...status, link }
  const { error: _, ...rest } = status
  return { ...rest, link, ...(error && { error }) }
}

const floorOf = (newest: string, floor: SwitchRules['floor']): string => (floor === 'newest' ? newest : '')
