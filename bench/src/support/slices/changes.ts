import type { KubernetesObject } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import {
  type Connection,
  defineInformers,
  type FrameScheduler,
  type Slice,
  type SliceState,
  type Subscription,
} from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { startStopwatch } from '../measure/stopwatch.ts'
import { LIST_VERSION, versionedPods, withVersion } from '../pods/wire.ts'
import { startPodServer } from './pod-server.ts'

const informers = defineInformers({ pods: { resource: pods } })

const window = { offset: 0, limit: 50 }
const filter = {
  where: {
    and: [
      { path: 'metadata.labels.app', exists: true },
      { path: 'spec.nodeName', prefix: 'ip-' },
      { path: 'status.phase', in: ['Running', 'Pending', 'Succeeded', 'Failed'] },
    ],
  },
} as const
const age = { by: 'metadata.creationTimestamp', as: 'age' } as const
/** A change moves the row to the first position. */
const sort = [{ by: 'status.message', as: 'natural', descending: true }, age] as const
/** A change does not move the row. */
const byNode = [{ by: 'spec.nodeName', as: 'natural' }, age] as const
const SLICES: Readonly<Record<string, Slice>> = {
  window: { window },
  where: { window, filter },
  sorts: { window, sort },
  both: { window, filter, sort },
  anchor: { filter, sort: byNode },
}

/** Changes are applied at once, so that no time passes in waiting for frames. */
const frames: FrameScheduler = {
  schedule(callback) {
    const handle = setImmediate(callback)
    return () => clearImmediate(handle)
  },
}

/** Calls back with each state of a slice. */
type Follow = (
  connection: Connection,
  subscription: Subscription,
  onState: (state: SliceState<KubernetesObject>) => void,
) => void

/** The page reads the slice itself. */
export const measureSubscription = (setup: Setup): Promise<Sample> =>
  measureChanges(setup, (connection, subscription, onState) => connection.subscribe(subscription, onState))

/** Sends one change after the other, each when the page has the previous one. */
export async function measureChanges(setup: Setup, follow: Follow): Promise<Sample> {
  const changes = Number(setup.changes)
  const server = startPodServer(() => versionedPods(setup))
  const connection: Connection = connectInline(informers, {
    baseUrl: 'http://memory',
    fetch: server.fetch,
    frames,
  })
  let arrived: (state: SliceState<KubernetesObject>) => void = () => {}
  const reaches = (done: (state: SliceState<KubernetesObject>) => boolean) =>
    new Promise<readonly Pod[]>((resolve, reject) => {
      arrived = state => {
        if (state.status.error) reject(state.status.error)
        else if (done(state)) resolve(state.data as readonly Pod[])
      }
    })
  const first = reaches(({ status }) => status.data === 'complete')
  follow(connection, { resource: 'pods', slice: sliceOf(setup) }, state => arrived(state))
  const shown = await first
  if (shown.length < 30) throw new Error(`${shown.length} rows`)
  const changeOne = async (index: number): Promise<void> => {
    const pod = shown[(index * 7) % shown.length]
    if (!pod) return
    const resourceVersion = String(LIST_VERSION + index)
    const hasArrived = reaches(({ data }) =>
      data.some(({ metadata }) => metadata?.resourceVersion === resourceVersion),
    )
    const changed: Pod = { ...pod, status: { ...pod.status, message: `change ${index}` } }
    server.send(withVersion(changed, LIST_VERSION + index))
    await hasArrived
  }
  const warmUp = Math.ceil(changes / 4)
  for (let index = 1; index <= warmUp; index++) await changeOne(index)
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  for (let index = 1; index <= changes; index++) await changeOne(warmUp + index)
  const { cpuMs } = stopwatch()
  connection.close()
  return { microseconds: (cpuMs * 1_000) / changes }
}

function sliceOf(setup: Setup): Slice {
  const slice = SLICES[String(setup.slice)]
  if (!slice) throw new Error(`no slice ${setup.slice}`)
  return slice.window ? slice : { ...slice, window: { anchor: middleOf(setup), before: 20, limit: 50 } }
}

/** The key of a Pod in the middle of the list. */
function middleOf(setup: Setup): string {
  let rest = Number(setup.count) / 2
  for (const { metadata } of versionedPods(setup))
    if (rest-- <= 0) return `${metadata.namespace}/${metadata.name}`
  return ''
}
