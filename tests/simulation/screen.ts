import { compareResourceVersions, metaNamespaceKey, StatusError } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Connection, SliceState } from '@kube-informer/worker'
import { checkMixed } from './mixed-check.ts'
import { type PageAccess, reachOf, type SliceReach } from './page-access.ts'
import type { PendingWrites } from './page-writes.ts'
import type { PagePlan } from './plan.ts'
import { NAMESPACES, type Namespace } from './rights.ts'
import { SCOPES, type TestedScope } from './scopes.ts'
import type { ServerLog } from './server-log.ts'
import { checkSlice, keyAndVersion } from './slice-check.ts'
import { SLICES, type TestedSlice } from './slices.ts'
import { ensure, Violation } from './violation.ts'

/** A slice that a page displays. */
interface DisplayedSlice {
  readonly tested: TestedSlice
  readonly reach: SliceReach
  state: SliceState<Pod> | undefined
  /** Since when each row is shown, by key. */
  shownSince: ReadonlyMap<string, number>
  /** The newest state of each row, by key; a row that is being created has none. */
  newest: ReadonlyMap<string, Pod>
}

/** Options of {@link Screen}. */
export interface ScreenOptions {
  readonly connection: Connection
  readonly plan: PagePlan
  readonly log: ServerLog
  readonly access: PageAccess
  readonly writes: PendingWrites
  readonly now: () => number
}

/** The slices that a page displays, and the checks of their content. */
export class Screen {
  readonly #connection: Connection
  readonly #log: ServerLog
  readonly #access: PageAccess
  readonly #writes: PendingWrites
  readonly #now: () => number
  readonly #scope: TestedScope
  readonly #slices: readonly DisplayedSlice[]
  #unsubscribe: (() => void)[] = []
  #status: SliceState<unknown> | undefined
  /** A violation that a listener detected; the next check throws it, because an error of a listener is reported as uncaught. */
  #violation: Violation | undefined
  /** The last slice that was emptied although it was not denied, and its error. */
  #emptied: string | undefined

  constructor({ connection, plan: { scope, slices }, log, access, writes, now }: ScreenOptions) {
    this.#connection = connection
    this.#log = log
    this.#access = access
    this.#writes = writes
    this.#now = now
    this.#scope = SCOPES[scope % SCOPES.length] ?? { includes: () => true }
    this.#slices = slices.map(index => {
      const tested = SLICES[index % SLICES.length] as TestedSlice
      const reach = reachOf(this.#scope, tested.slice)
      return { tested, reach, state: undefined, shownSince: new Map(), newest: new Map() }
    })
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
        displayed.shownSince = this.#timesOf(displayed)
        displayed.newest = this.#newestOf(displayed)
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
    for (const displayed of this.#slices) {
      displayed.state = undefined
      displayed.shownSince = new Map()
      displayed.newest = new Map()
    }
  }

  /** All rows that it shows. */
  get rows(): readonly Pod[] {
    return this.#slices.flatMap(({ state }) => state?.data ?? [])
  }

  /**
   * The screen displays the server's state at the resourceVersion of the status. From the first withdrawn right on, each
   * slice displays what the user may read, in a state that the server had. Call it only after pending frames. While writes
   * of the user are pending, only what is denied is checked.
   *
   * @param isSigningOut whether a sign-out of this page's identity is pending
   */
  check(isSigningOut = false): void {
    if (this.#violation) throw this.#violation
    const { state, restarts } = this.#connection.status
    ensure(
      this.#emptied === undefined || state === 'signedOut' || isSigningOut,
      () => `a page in state ${state} was emptied: ${this.#emptied}`,
    )
    if (this.#access.isUndisturbed) this.#checkScope(restarts)
    else for (const displayed of this.#slices) this.#checkAllowed(displayed)
  }

  /** All slices display the state at one resourceVersion. */
  #checkScope(restarts: number): void {
    const { data, resourceVersion } = this.#status?.status ?? { data: 'none', resourceVersion: '' }
    if (data !== 'complete' || this.#mayDiffer()) return
    // After a failover, the new host may have older rows than the screen, which keeps its rows until the host has caught up.
    const [current, ...later] =
      restarts === 0 ? [resourceVersion] : this.#log.resourceVersionsSince(resourceVersion)
    const violation = this.#violationAt(current)
    if (violation && later.every(resourceVersion => this.#violationAt(resourceVersion))) throw violation
  }

  /** The slice displays no rows that the host was denied, with the reason, and the rows that it was not denied. */
  #checkAllowed({ tested, reach, state }: DisplayedSlice): void {
    if (!state) return
    const { data, error } = state.status
    const hidden = NAMESPACES.filter(namespace => this.#access.mustHide(reach, namespace))
    ensure(
      error !== undefined || !this.#access.mustNameDenial(reach, hidden),
      () => `slice ${JSON.stringify(tested.slice)} has no error although ${hidden} is denied`,
    )
    if (data === 'none') ensureEmpty(tested, state)
    else if (!this.#mayDiffer())
      checkMixed({ tested, state, statesOf: namespace => this.#statesOf(reach, namespace, state) })
  }

  /** Whether pending writes change what is displayed. */
  #mayDiffer(): boolean {
    const states = [...this.#slices.map(({ state }) => state), this.#status]
    return this.#writes.mayDiffer(states.flatMap(state => (state ? [state.status.resourceVersion] : [])))
  }

  /** What a slice may display of a namespace. */
  #statesOf(
    reach: SliceReach,
    namespace: Namespace,
    { status }: SliceState<Pod>,
  ): readonly (readonly Pod[])[] {
    if (this.#access.mustHide(reach, namespace)) return [[]]
    const states = this.#log.statesOf(namespace).map(pods => this.#inScope(pods))
    // A namespace that could not be read yet is named in the error.
    return this.#access.mayLack(reach, namespace) || status.error ? [...states, []] : states
  }

  /** The Pods of this page's scope at a resourceVersion. */
  #podsAt(resourceVersion: string): readonly Pod[] {
    return this.#inScope([...this.#log.podsAt(resourceVersion).values()])
  }

  #inScope(pods: readonly Pod[]): readonly Pod[] {
    const { namespace, includes } = this.#scope
    return pods.filter(pod => (!namespace || pod.metadata.namespace === namespace) && includes(pod))
  }

  #violationAt(resourceVersion = ''): Violation | undefined {
    try {
      for (const { tested, state } of this.#slices)
        checkSlice(tested, state, this.#podsAt(newerOf(resourceVersion, state)))
      return undefined
    } catch (error) {
      if (error instanceof Violation) return error
      throw error
    }
  }

  /** Checks that every slice displays the server's present state. */
  checkRecovered(resourceVersion: string): void {
    const { data, link, error } = this.#status?.status ?? {}
    ensure(
      data === 'complete' && link === 'live',
      () =>
        `a page's informer has data ${data}, link ${link}, error ${error?.message}; ${JSON.stringify(this.#connection.status)}`,
    )
    this.check()
    const violation = this.#violationAt(resourceVersion)
    if (violation) throw violation
  }

  /** After sign-out the page displays nothing. */
  checkEmpty(): void {
    if (this.#violation) throw this.#violation
    for (const { tested, state } of this.#slices) if (state) ensureEmpty(tested, state)
  }

  /** Since when each displayed row is shown. */
  #timesOf({ state, shownSince }: DisplayedSlice): ReadonlyMap<string, number> {
    const keys = (state?.data ?? []).map(pod => metaNamespaceKey(pod))
    return new Map(keys.map(key => [key, shownSince.get(key) ?? this.#now()]))
  }

  /** The newest state of each displayed row and of those that a pending write may bring back. */
  #newestOf({ state, newest }: DisplayedSlice): ReadonlyMap<string, Pod> {
    const kept = [...newest].filter(([key]) => this.#writes.mayChange(key))
    const shown = (state?.data ?? []).flatMap((pod): [string, Pod][] => {
      const key = metaNamespaceKey(pod)
      const known = pod.metadata.resourceVersion === undefined ? newest.get(key) : pod
      return known ? [[key, known]] : []
    })
    return new Map([...kept, ...shown])
  }

  /**
   * A row disappears only after its Pod changed on the server or the right to it was withdrawn, and is never replaced by
   * an older state of the server. A write of the user may change a row or make it disappear before that.
   */
  #checkChange(displayed: DisplayedSlice, state: SliceState<Pod>): void {
    if (this.#violation) return
    const { tested, state: before } = displayed
    const { data, resourceVersion, error } = state.status
    // Otherwise, only a sign-out empties a slice.
    if (before && before.status.data !== 'none' && data === 'none' && !this.#isDenied(displayed, error)) {
      this.#emptied = `slice ${JSON.stringify(tested.slice)} with ${before.data.length} rows, error ${error?.message}`
      return
    }
    const now = new Map(state.data.map(pod => [metaNamespaceKey(pod), pod]))
    try {
      // Rows from disk equal the server's state at their resourceVersion.
      const isRestored = data === 'cached' && (before?.status.data ?? 'none') === 'none'
      if (this.#access.isUndisturbed && isRestored && !this.#writes.mayDiffer([resourceVersion]))
        checkSlice(tested, state, this.#podsAt(resourceVersion))
      for (const [key, pod] of now) checkNotOlder(pod, displayed.newest.get(key))
      for (const { metadata } of before?.data ?? []) {
        const key = metaNamespaceKey({ metadata })
        const pod = displayed.newest.get(key)
        // In a window, another row may have moved to this position.
        if (now.has(key) || tested.slice.window || !pod || this.#writes.mayChange(key)) continue
        ensure(
          this.#log.hasChanged(pod) || this.#mayLose(displayed, pod),
          () => `a page displayed ${keyAndVersion(pod)}, and then no row`,
        )
      }
    } catch (error) {
      if (error instanceof Violation) this.#violation = error
    }
  }

  /** Whether a slice is empty because the right to each of its rows was withdrawn. */
  #isDenied(displayed: DisplayedSlice, error: Error | undefined): boolean {
    const isDenial = error instanceof StatusError && (error.code === 401 || error.code === 403)
    return isDenial && (displayed.state?.data ?? []).every(pod => this.#mayLose(displayed, pod))
  }

  #mayLose({ reach, shownSince }: DisplayedSlice, { metadata }: Pod): boolean {
    const sinceMs = shownSince.get(metaNamespaceKey({ metadata })) ?? this.#now()
    return this.#access.mayLose(reach, metadata.namespace as Namespace, sinceMs)
  }
}

function ensureEmpty({ slice }: TestedSlice, { data, total }: SliceState<Pod>): void {
  ensure(
    data.length === 0 && total === 0,
    () => `a page shows ${data.length} rows of ${JSON.stringify(slice)}, and must not show any`,
  )
}

/** An optimistic row has the resourceVersion of the state that it changes, and none if it is being created. */
function checkNotOlder(pod: Pod, before: Pod | undefined): void {
  const { resourceVersion } = pod.metadata
  if (!before || resourceVersion === undefined) return
  ensure(
    compareResourceVersions(resourceVersion, before.metadata.resourceVersion ?? '') >= 0,
    () => `a page displayed ${keyAndVersion(before)}, and then ${keyAndVersion(pod)}`,
  )
}

/**
 * The version that a slice displays. While a wider informer has not caught up with the narrower one that still serves a slice,
 * the slice is newer than the scope.
 */
const newerOf = (ofScope: string, state: SliceState<Pod> | undefined): string => {
  const own = state?.status.resourceVersion ?? ''
  return own !== '' && ofScope !== '' && compareResourceVersions(own, ofScope) > 0 ? own : ofScope
}
