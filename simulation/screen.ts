import { compareResourceVersions, metaNamespaceKey } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Connection, SliceState } from '@kube-informer/worker'
import type { ViewerPlan } from './plan.ts'
import { type KnownSlice, SLICES } from './slices.ts'
import type { Truth } from './truth.ts'
import { VIEWS, type View } from './views.ts'
import { ensure, Violation } from './violation.ts'

/** What a page shows of a slice. */
interface Shown {
  readonly known: KnownSlice
  state: SliceState<Pod> | undefined
}

/** What a page shows of some slices of one scope, and what must be on it. */
export class Screen {
  readonly #connection: Connection
  readonly #truth: Truth
  readonly #view: View
  readonly #shown: readonly Shown[]
  #undo: (() => void)[] = []
  #status: SliceState<unknown> | undefined
  /** What was wrong when a listener saw it: thrown there it would be the listener's own error. */
  #complaint: Violation | undefined
  #isEmptied = false

  constructor(connection: Connection, { view, slices }: ViewerPlan, truth: Truth) {
    this.#connection = connection
    this.#truth = truth
    this.#view = VIEWS[view % VIEWS.length] ?? { holds: () => true }
    this.#shown = slices.map(index => ({
      known: SLICES[index % SLICES.length] as KnownSlice,
      state: undefined,
    }))
    this.look()
  }

  /** Follows everything. Idempotent. */
  look(): void {
    if (this.#undo.length > 0) return
    const { namespace, labelSelector, fieldSelector } = this.#view
    const about = { resource: 'pods', scope: { namespace, labelSelector, fieldSelector } }
    const follow = (shown: Shown) =>
      this.#connection.subscribe<Pod>({ ...about, slice: shown.known.slice }, state => {
        this.#watchRows(shown, state)
        shown.state = state
      })
    const followStatus = this.#connection.subscribe(
      { ...about, slice: { target: { type: 'status' } } },
      state => {
        this.#status = state
      },
    )
    this.#undo = [...this.#shown.map(follow), followStatus]
  }

  /** Follows nothing any more. */
  lookAway(): void {
    for (const undo of this.#undo.splice(0)) undo()
    this.#status = undefined
    for (const shown of this.#shown) shown.state = undefined
  }

  /**
   * What is on the screen is what the server had at the version that the status names. Frames must have passed.
   *
   * @param isSignOutUnderWay whether somebody of this page's identity signs out, and waits for a host that does it
   */
  check(isSignOutUnderWay = false): void {
    if (this.#complaint) throw this.#complaint
    const { state, restarts } = this.#connection.status
    ensure(
      !this.#isEmptied || state === 'signedOut' || isSignOutUnderWay,
      () => `a page that is ${state} was emptied`,
    )
    const { data, resourceVersion } = this.#status?.status ?? { data: 'none', resourceVersion: '' }
    if (data !== 'complete') return
    // A host that has taken over may be behind what is on the screen, which waits for it.
    const [named, ...later] = restarts === 0 ? [resourceVersion] : this.#truth.versionsSince(resourceVersion)
    const violation = this.#violationAt(named)
    if (violation && later.every(version => this.#violationAt(version))) throw violation
  }

  /** What the server had at a version, as far as this page follows it. */
  #followed(resourceVersion: string): readonly Pod[] {
    const { namespace, holds } = this.#view
    const all = [...this.#truth.at(resourceVersion).values()]
    return all.filter(pod => (!namespace || pod.metadata.namespace === namespace) && holds(pod))
  }

  #violationAt(resourceVersion = ''): Violation | undefined {
    const followed = this.#followed(resourceVersion)
    try {
      for (const { known, state } of this.#shown) check(known, state, followed)
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
        `a page's informer is ${data} and ${link}: ${error?.message}; ${JSON.stringify(this.#connection.status)}`,
    )
    this.check()
  }

  /** Nobody is signed in here any more. */
  checkEmpty(): void {
    if (this.#complaint) throw this.#complaint
    for (const { known, state } of this.#shown)
      ensure(
        (state?.data.length ?? 0) === 0 && (state?.total ?? 0) === 0,
        () => `a page shows ${state?.data.length} rows of ${JSON.stringify(known.slice)} after a sign-out`,
      )
  }

  /** A row goes, or becomes what it was before, only if the server said so. */
  #watchRows({ known, state: before }: Shown, state: SliceState<Pod>): void {
    if (this.#complaint) return
    // Emptied as a whole, for which there is one reason.
    if (before && before.status.data !== 'none' && state.status.data === 'none') {
      this.#isEmptied = true
      return
    }
    const now = new Map(state.data.map(pod => [metaNamespaceKey(pod), pod]))
    try {
      const { data, resourceVersion } = state.status
      // What is shown from disk was true once.
      if (data === 'cached' && (before?.status.data ?? 'none') === 'none')
        check(known, state, this.#followed(resourceVersion))
      for (const pod of before?.data ?? []) {
        const next = now.get(metaNamespaceKey(pod))
        // Another row may have taken its place in a window.
        if (!next && known.slice.window) continue
        ensure(
          next ? !isOlder(next, pod) : this.#truth.hasChanged(pod),
          () =>
            `a page showed ${versionOf(pod)}, and then ${next ? versionOf(next) : 'nothing'} in its place`,
        )
      }
    } catch (error) {
      if (error instanceof Violation) this.#complaint = error
    }
  }
}

function check({ slice, rows }: KnownSlice, state: SliceState<Pod> | undefined, pods: readonly Pod[]): void {
  const counted = rows(pods)
  const { offset = 0, limit = counted.length } = slice.window ?? {}
  const wanted = counted.slice(offset, offset + limit).map(versionOf)
  const seen = (state?.data ?? []).map(versionOf)
  ensure(
    state?.total === counted.length && JSON.stringify(seen) === JSON.stringify(wanted),
    () =>
      `a page that asked for ${JSON.stringify(slice)} shows ${seen} of ${state?.total}, and should ${wanted} of ${counted.length}`,
  )
  if (!slice.groupBy) return
  const groups = Map.groupBy(
    pods.flatMap(({ spec }) => spec?.nodeName ?? []),
    node => node,
  )
  const expected = [...groups].map(([value, { length: count }]) => ({ value, count }))
  expected.sort((a, b) => (a.value < b.value ? -1 : 1))
  ensure(
    JSON.stringify(state?.groups) === JSON.stringify(expected),
    () => `a page counts ${JSON.stringify(state?.groups)}, and should ${JSON.stringify(expected)}`,
  )
}

const isOlder = (a: Pod, b: Pod): boolean =>
  compareResourceVersions(a.metadata.resourceVersion ?? '', b.metadata.resourceVersion ?? '') < 0

const versionOf = (pod: Pod): string => `${metaNamespaceKey(pod)}@${pod.metadata.resourceVersion}`
