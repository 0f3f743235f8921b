import type { InformerCounters } from '@kube-informer/core'
import { isRefused } from '../held-view/denials.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { Opened, SwitchRules, ViewPart } from './switch-state.ts'
import { SwitchingView, type SwitchingViewOptions } from './switching-view.ts'

export interface DerivedViewOptions extends Pick<SwitchingViewOptions, 'user' | 'order' | 'followReads'> {
  /** Opens the slice from the informer with the wider scope. */
  readonly openWide: (user: ViewUser) => HeldView
  /** Opens the same slice from an informer of its own scope. */
  readonly openOwn: (user: ViewUser) => HeldView
  /** The counters of the wider informer, for the rows of the scope. */
  readonly counters: () => InformerCounters
}

/**
 * The own informer may have run before, and be behind. One that is not behind has the same rows as the wide one had, until
 * its next change or bookmark.
 */
const RULES: SwitchRules = {
  floor: 'newest',
  nextDenied: 'dropCopy',
  denied: 'copy',
  error: 'next',
  yieldsEmpty: false,
  isFinal: true,
}

/**
 * Opens a view of a narrow scope, filtered from a running informer with a wider scope. When the server rejects that informer,
 * the view opens an informer of its own scope, and returns to the wide one if that recovers first.
 */
export function openDerived({ openWide, openOwn, ...options }: DerivedViewOptions): HeldView {
  const consider = (part: ViewPart, { held: { status } }: Opened) => {
    const refused = isRefused(status)
    if (part === 'current' && refused) view.replace(openOwn)
    else if (part === 'shown' && refused) view.settle()
    else if (part === 'shown' && status.data !== 'none') view.restore()
  }
  const view = new SwitchingView({ ...options, rules: RULES, open: openWide, onStatus: consider })
  return view
}
