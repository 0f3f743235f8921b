import { isForbidden, isUnexpectedServerError } from '@kube-informer/core'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { DeniedRows } from './last-rows.ts'
import type { Opened, SwitchRules, ViewPart } from './switch-state.ts'
import { SwitchingView, type SwitchingViewOptions } from './switching-view.ts'

/** How a view is served; it may change while the view is in use. */
export interface ViewPlan {
  /** Changes whenever the view has to be opened again. */
  readonly version: number
  /** Whether a view that is opened now shows the rows of the view that it replaces, for as long as it needs them. */
  readonly takesOver: boolean
  /** @param denied what the view that is replaced has shown; only where the plan takes over */
  open(user: ViewUser, denied?: DeniedRows): HeldView
  /** The server answers what was opened with 403. A plan that changes has another way. */
  forbidden(error: Error): void
  /** Calls back when `version` changes. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export interface PlannedViewOptions extends Pick<SwitchingViewOptions, 'user' | 'order' | 'followReads'> {
  readonly plan: ViewPlan
}

const RULES: SwitchRules = {
  floor: 'none',
  nextDenied: 'showNew',
  denied: 'view',
  error: 'shown',
  yieldsEmpty: true,
  isFinal: false,
}

/** Opens a view that is opened again when its plan changes. A view that takes over the rows is shown at once. */
export function openPlanned({ plan, ...options }: PlannedViewOptions): HeldView {
  let { version } = plan
  const consider = (part: ViewPart, { held, oldError }: Pick<Opened, 'held' | 'oldError'>) => {
    const { data, error } = held.status
    // Rows that are shown were listed: a user may be allowed to list and not to watch.
    const isNew = data === 'none' && error && error !== oldError
    const isDenied = isNew && isForbidden(error) && !isUnexpectedServerError(error)
    if (part !== 'shown' && isDenied) plan.forbidden(error)
  }
  const follow = () => {
    if (view.isIdle || version === plan.version) return
    version = plan.version
    if (plan.takesOver) view.takeOver((user, rows) => plan.open(user, rows))
    else view.replace(user => plan.open(user))
    options.user.onStatus()
  }
  const view = new SwitchingView({
    ...options,
    rules: RULES,
    open: user => plan.open(user),
    onStatus: consider,
    onReleased: () => unsubscribe(),
  })
  const unsubscribe = plan.subscribe(follow)
  consider('current', { held: view })
  return view
}
