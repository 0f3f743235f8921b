import type { HeldView } from '../held-view/held-view.ts'
import type { SwitchRules } from './switch-state.ts'
import { SwitchingView, type SwitchingViewOptions } from './switching-view.ts'

export interface HandoverViewOptions
  extends Pick<SwitchingViewOptions, 'user' | 'order' | 'open' | 'followReads'> {
  /** The rows of the namespace that were shown last. */
  readonly last: HeldView
  /** No change after this resourceVersion is in them. */
  readonly lastResourceVersion: string
}

const RULES: SwitchRules = {
  floor: 'newest',
  nextDenied: 'show',
  denied: 'copy',
  error: 'next',
  yieldsEmpty: false,
  isFinal: true,
}

/**
 * Opens one namespace of a union that replaces a cluster-wide view. It shows the last rows of that view until the namespace's
 * own informer has all rows and is not older, or is denied too. An error that may pass removes no row.
 */
export const openHandover = ({
  last,
  lastResourceVersion: floor,
  ...options
}: HandoverViewOptions): HeldView =>
  new SwitchingView({ ...options, rules: RULES, last: { view: last, floor } })
