import type { InformerStatus } from '@kube-informer/core'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import { unionStatus } from '../held-view/union-status.ts'
import { locate } from '../informers/informer-location.ts'
import type { InformerRegistry } from '../informers/informer-registry.ts'
import type { WantedSlice } from '../informers/wanted-slice.ts'
import { planSlice } from '../planning/plan-slice.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import { ForwardedView } from '../views/forwarded-view.ts'

/** An open slice. */
interface ShownSlice {
  readonly held: HeldView
  /** The page that shows it. */
  readonly page: InformerQuota | undefined
  /** Equal for slices with the same requests. */
  readonly requests: string
  /** Whether it can show every object of its scope. */
  readonly isWhole: boolean
}

/** What a status reports on. Its slice is all of the scope, or all of some namespaces of it. */
type StatusScope = Pick<WantedSlice, 'definition' | 'scope' | 'quota' | 'slice' | 'namespaces'>

/**
 * The slices that pages show, by the scope that they name. The status of a scope is that of the rows on screen: which informers
 * serve them does not follow from the scope alone, since a slice may be served as a part of another scope.
 */
export class ShownSlices {
  /** By the key of the scope. */
  readonly #slices = new Map<string, Set<ShownSlice>>()
  readonly #statusUsers = new Map<ViewUser, string>()
  readonly #informers: InformerRegistry

  constructor(informers: InformerRegistry) {
    this.#informers = informers
  }

  /** Opens a slice, which counts until it is released. */
  open(wanted: WantedSlice, user: ViewUser, open: (user: ViewUser) => HeldView): HeldView {
    const { key } = locate(wanted)
    const notify = () => this.#notify(key)
    const held = open({
      onRows: keys => user.onRows(keys),
      onStatus() {
        user.onStatus()
        notify()
      },
      onDenied: () => user.onDenied?.(),
    })
    const slices = this.#slices.get(key) ?? new Set()
    const shown = describe(wanted, held)
    this.#slices.set(key, slices.add(shown))
    notify()
    return new ShownView(held, () => {
      if (!slices.delete(shown)) return
      if (slices.size === 0 && this.#slices.get(key) === slices) this.#slices.delete(key)
      held.release()
      notify()
    })
  }

  /** Opens a view that starts no informer: it has the status of the slices that its page shows of the scope. */
  openStatus(scope: StatusScope, user: ViewUser): HeldView {
    this.#statusUsers.set(user, locate(scope).key)
    const plan = planSlice(scope.definition, scope)
    const requested = plan.type === 'informer' && isNarrow(scope) ? plan.scope : scope.scope
    return this.#informers.openStatus({ ...scope, scope: requested }, user, {
      ofSlices: () => this.#statusOf(scope),
      onReleased: () => this.#statusUsers.delete(user),
    })
  }

  /** Undefined where the page shows no slice of the scope. */
  #statusOf(scope: StatusScope): InformerStatus | undefined {
    const requested = isNarrow(scope) ? requestsOf(scope) : undefined
    const shown = [...(this.#slices.get(locate(scope).key) ?? [])].filter(
      ({ page, requests }) => page === scope.quota && (requested ?? requests) === requests,
    )
    const whole = shown.find(({ isWhole }) => isWhole)
    if (whole) return whole.held.status
    const parts = new Map(shown.map(({ requests, held }) => [requests, held]))
    const statuses = [...parts.values()].map(({ status }) => status)
    // Parts that one informer serves have its counters.
    const served = new Map(statuses.map(status => [status.counters, status]))
    const [first, ...others] = [...served.values()]
    return first && (others.length === 0 ? first : unionStatus([first, ...others], true))
  }

  #notify(key: string): void {
    for (const [user, each] of [...this.#statusUsers]) if (each === key) user.onStatus()
  }
}

function describe(wanted: WantedSlice, held: HeldView): ShownSlice {
  const plan = planSlice(wanted.definition, wanted)
  const isPart =
    plan.type === 'parts' || (plan.type === 'informer' && (plan.wider ?? plan.shows) !== undefined)
  return { held, page: wanted.quota, requests: requestsOf(wanted), isWhole: !isPart }
}

const requestsOf = (wanted: StatusScope): string => JSON.stringify(planSlice(wanted.definition, wanted))

/** Whether a status names namespaces. */
const isNarrow = ({ slice, namespaces }: StatusScope): boolean => (slice.target ?? namespaces) !== undefined

/** A view of an open slice. */
class ShownView extends ForwardedView {
  protected readonly shown: HeldView
  readonly release: () => void

  constructor(held: HeldView, release: () => void) {
    super()
    this.shown = held
    this.release = release
  }
}
