import { byPath, metaNamespaceKey } from '@kube-informer/core'
import { type Pod, pods, seededRandom } from '@kube-informer/testing'
import { defineInformers, type SliceState } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import type { ViewerPlan } from './plan.ts'
import { type KnownSlice, SLICES } from './slices.ts'
import type { Surroundings } from './subject.ts'
import { VIEWS, type View } from './views.ts'
import { ensure } from './violation.ts'

const informers = defineInformers({
  pods: { resource: pods, indexers: { node: byPath('spec.nodeName') } },
})

/** What a page shows of a slice. */
interface Shown {
  readonly known: KnownSlice
  state: SliceState<Pod> | undefined
}

/** A page that looks at some slices of one scope, host and page in one thread, and what must be on its screen. */
export class Viewer {
  readonly #surroundings: Surroundings
  readonly #view: View
  readonly #shown: readonly Shown[]
  readonly #close: () => void
  #status: SliceState<unknown> | undefined

  constructor({ view, slices }: ViewerPlan, surroundings: Surroundings, seed: number) {
    this.#surroundings = surroundings
    this.#view = VIEWS[view % VIEWS.length] ?? { holds: () => true }
    const { fetch, clock } = surroundings
    const connection = connectInline(informers, {
      ...{ baseUrl: 'http://fake', fetch, clock, random: seededRandom(seed) },
    })
    this.#close = () => connection.close()
    const { namespace, labelSelector, fieldSelector } = this.#view
    const scope = { namespace, labelSelector, fieldSelector }
    this.#shown = slices.map(index => ({
      known: SLICES[index % SLICES.length] as KnownSlice,
      state: undefined,
    }))
    for (const shown of this.#shown)
      connection.subscribe<Pod>({ resource: 'pods', scope, slice: shown.known.slice }, state => {
        shown.state = state
      })
    connection.subscribe({ resource: 'pods', scope, slice: { target: { type: 'status' } } }, state => {
      this.#status = state
    })
  }

  /** What is on the screen is what the server had at the version that the status names. Frames must have passed. */
  check(): void {
    const { data, resourceVersion } = this.#status?.status ?? { data: 'none', resourceVersion: '' }
    if (data !== 'complete') return
    const { namespace, holds } = this.#view
    const all = [...this.#surroundings.truth.at(resourceVersion).values()]
    const followed = all.filter(pod => (!namespace || pod.metadata.namespace === namespace) && holds(pod))
    for (const { known, state } of this.#shown) check(known, state, followed)
  }

  checkRecovered(): void {
    const { data, link } = this.#status?.status ?? {}
    ensure(data === 'complete' && link === 'live', () => `a page's informer is ${data} and ${link}`)
    this.check()
  }

  stop(): void {
    this.#close()
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

const versionOf = (pod: Pod): string => `${metaNamespaceKey(pod)}@${pod.metadata.resourceVersion}`
