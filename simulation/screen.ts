import { compareResourceVersions, metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Connection, SliceState } from '@kube-informer/worker'
import type { PagePlan } from './plan.ts'
import { SCOPES, type TestedScope } from './scopes.ts'
import type { ServerLog } from './server-log.ts'
import { SLICES, type TestedSlice } from './slices.ts'
import { ensure, Violation } from './violation.ts'

/** A slice that a page displays. */
interface DisplayedSlice {
  readonly tested: TestedSlice
  state: SliceState<Pod> | undefined
}

/** The slices that a page displays, and the checks of their content. */
export class Screen {
  readonly #connection: Connection
  readonly #log: ServerLog
  readonly #scope: TestedScope
  readonly #slices: readonly DisplayedSlice[]
  #unsubscribe: (() => void)[] = []
  #status: SliceState<unknown> | undefined
  /** A violation that a listener detected; the next check throws it, because an error of a listener is reported as uncaught. */
  #violation: Violation | undefined
  #wasEmptied = false

  constructor(connection: Connection, { scope, slices }: PagePlan, log: ServerLog) {
    this.#connection = connection
    this.#log = log
    this.#scope = SCOPES[scope % SCOPES.length] ?? { includes: () => true }
    this.#slices = slices.map(index => ({
      tested: SLICES[index % SLICES.length] as TestedSlice,
      state: undefined,
    }))
    this.subscribe()
  }

  /** Subscribes to all slices and to the status. Idempotent. */
  subscribe(): void {
    if (this.#unsubscribe.length > 0) return
    const { namespace, labelSelector, fieldSelector } = this.#scope
    const common = { resource: 'pods', scope: { namespace, labelSelector, fieldSelector } }
    const subscribeTo = (displayed: DisplayedSlice) =>
      this.#connection.subscribe({ ...common, slice: displayed.tested.slice }, shown => {
        const state = shown as SliceState<Pod>
        this.#checkChange(displayed, state)
        displayed.state = state
      })
    const unsubscribeFromStatus = this.#connection.subscribe(
      { ...common, slice: { target: { type: 'status' } } },
      state => {
        this.#status = state
      },
    )
    this.#unsubscribe = [...this.#slices.map(subscribeTo), unsubscribeFromStatus]
  }

  /** Unsubscribes from everything. */
  unsubscribe(): void {
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe()
    this.#status = undefined
    for (const displayed of this.#slices) displayed.state = undefined
  }

  /**
   * The screen displays the server's state at the resourceVersion of the status. Call it only after pending frames.
   *
   * @param isSigningOut whether a sign-out of this page's identity is pending
   */
  check(isSigningOut = false): void {
    if (this.#violation) throw this.#violation
    const { state, restarts } = this.#connection.status
    ensure(
      !this.#wasEmptied || state === 'signedOut' || isSigningOut,
      () => `a page in state ${state} was emptied`,
    )
    const { data, resourceVersion } = this.#status?.status ?? { data: 'none', resourceVersion: '' }
    if (data !== 'complete') return
    // After a failover, the new host may have older rows than the screen, which keeps its rows until the host has caught up.
    const [current, ...later] =
      restarts === 0 ? [resourceVersion] : this.#log.resourceVersionsSince(resourceVersion)
    const violation = this.#violationAt(current)
    if (violation && later.every(resourceVersion => this.#violationAt(resourceVersion))) throw violation
  }

  /** The Pods of this page's scope at a resourceVersion. */
  #podsAt(resourceVersion: string): readonly Pod[] {
    const { namespace, includes } = this.#scope
    const all = [...this.#log.podsAt(resourceVersion).values()]
    return all.filter(pod => (!namespace || pod.metadata.namespace === namespace) && includes(pod))
  }

  #violationAt(resourceVersion = ''): Violation | undefined {
    const pods = this.#podsAt(resourceVersion)
    try {
      for (const { tested, state } of this.#slices) check(tested, state, pods)
      return undefined
    } catch (error) {
      if (error instanceof Violation) return error
      throw error
    }
  }

  checkRecovered(): void {
    const { data, link, error } = this.#status?.status ?? {}
    ensure(
      data === 'complete' && link === 'live',
      () =>
        `a page's informer has data ${data}, link ${link}, error ${error?.message}; ${JSON.stringify(this.#connection.status)}`,
    )
    this.check()
  }

  /** After sign-out the page displays nothing. */
  checkEmpty(): void {
    if (this.#violation) throw this.#violation
    for (const { tested, state } of this.#slices)
      ensure(
        (state?.data.length ?? 0) === 0 && (state?.total ?? 0) === 0,
        () => `a page shows ${state?.data.length} rows of ${JSON.stringify(tested.slice)} after a sign-out`,
      )
  }

  /** A row disappears only after its Pod changed on the server, and is never replaced by an older state. */
  #checkChange({ tested, state: before }: DisplayedSlice, state: SliceState<Pod>): void {
    if (this.#violation) return
    // Only a sign-out empties a slice.
    if (before && before.status.data !== 'none' && state.status.data === 'none') {
      this.#wasEmptied = true
      return
    }
    const now = new Map(state.data.map(pod => [metaNamespaceKey(pod), pod]))
    try {
      const { data, resourceVersion } = state.status
      // Rows from disk equal the server's state at their resourceVersion.
      if (data === 'cached' && (before?.status.data ?? 'none') === 'none')
        check(tested, state, this.#podsAt(resourceVersion))
      for (const pod of before?.data ?? []) {
        const next = now.get(metaNamespaceKey(pod))
        // In a window, another row may have moved to this position.
        if (!next && tested.slice.window) continue
        ensure(
          next ? !isOlder(next, pod) : this.#log.hasChanged(pod),
          () => `a page displayed ${keyAndVersion(pod)}, and then ${next ? keyAndVersion(next) : 'no row'}`,
        )
      }
    } catch (error) {
      if (error instanceof Violation) this.#violation = error
    }
  }
}

function check({ slice, rows }: TestedSlice, state: SliceState<Pod> | undefined, pods: readonly Pod[]): void {
  const all = rows(pods)
  const { offset = 0, limit = all.length } = slice.window ?? {}
  const expected = all.slice(offset, offset + limit).map(keyAndVersion)
  const actual = (state?.data ?? []).map(keyAndVersion)
  ensure(
    state?.total === all.length && JSON.stringify(actual) === JSON.stringify(expected),
    () =>
      `slice ${JSON.stringify(slice)} displays ${actual} of ${state?.total}, expected ${expected} of ${all.length}`,
  )
  if (!slice.groupBy) return
  const groups = Map.groupBy(
    pods.flatMap(({ spec }) => spec?.nodeName ?? []),
    node => node,
  )
  const expectedGroups = [...groups].map(([value, { length: count }]) => ({ value, count }))
  expectedGroups.sort((a, b) => (a.value < b.value ? -1 : 1))
  ensure(
    JSON.stringify(state?.groups) === JSON.stringify(expectedGroups),
    () => `groups are ${JSON.stringify(state?.groups)}, expected ${JSON.stringify(expectedGroups)}`,
  )
}

const isOlder = (a: Pod, b: Pod): boolean =>
  compareResourceVersions(a.metadata.resourceVersion ?? '', b.metadata.resourceVersion ?? '') < 0

const keyAndVersion = (pod: Pod): string => `${metaNamespaceKey(pod)}@${pod.metadata.resourceVersion}`
