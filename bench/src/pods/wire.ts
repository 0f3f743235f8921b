import { iteratePods, nextPodStatus, type Pod, seededRandom } from '@kube-informer/testing'
import type { Setup } from '../bench-case.ts'

const SEED = 1

/** Version of the list; every event of the watch has the next one. */
export const LIST_VERSION = 1_000_000

/**
 * The `count` Pods of a setup, each with the version that it has in the list, fields in the order of an apiserver.
 * They are replicas of `apps`, 400 unless the setup says otherwise, and those of one app have their spec in common.
 */
export function* versionedPods({ count, apps = 400 }: Setup): Generator<Pod> {
  let version = LIST_VERSION - Number(count)
  const pods = iteratePods({ count: Number(count), seed: SEED, apps: Number(apps) })
  for (const pod of pods) yield withVersion(pod, ++version)
}

/** The Pod in another version, its fields in the order of an apiserver. */
export function withVersion(pod: Pod, version: number): Pod {
  const { name, generateName, namespace, uid, resourceVersion: _, ...rest } = pod.metadata
  const metadata = { name, generateName, namespace, uid, resourceVersion: String(version), ...rest }
  return { ...pod, metadata } as Pod
}

/** A list's items as an apiserver writes them: those of built-in resources say neither kind nor apiVersion. */
export const encodeItems = (pods: Iterable<Pod>): Buffer[] =>
  Array.from(pods, ({ kind: _, apiVersion: __, ...item }) => Buffer.from(JSON.stringify(item)))

/** A list's answer; `more` says what its metadata holds besides the version. */
export function encodeList(items: readonly Buffer[], more: Readonly<Record<string, unknown>> = {}): Buffer {
  const metadata = JSON.stringify({ resourceVersion: String(LIST_VERSION), ...more })
  return Buffer.concat([
    Buffer.from(`{"kind":"PodList","apiVersion":"v1","metadata":${metadata},"items":[`),
    joinItems(items),
    Buffer.from(']}\n'),
  ])
}

/** Items with commas between them. */
export function joinItems(items: readonly Buffer[]): Buffer {
  const comma = Buffer.from(',')
  return Buffer.concat(items.flatMap((item, i) => (i === 0 ? [item] : [comma, item])))
}

/** One line of a watch. */
export const encodeFrame = (type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: unknown): Buffer =>
  Buffer.from(`${JSON.stringify({ type, object })}\n`)

/** How many Pods there are, how many of them are in the list, and how many events follow. */
export interface Extent {
  readonly count: number
  readonly listed: number
  readonly events: number
}

/** The server's setup says `count` at least. */
export const extentOf = ({ count, listed = count, events = 0 }: Setup): Extent => ({
  count: Number(count),
  listed: Number(listed),
  events: Number(events),
})

/**
 * The events, over all the Pods in turn: the first of each that is not in the list adds it, the others bring a new
 * status. `pods` is changed on the way, and in the end what a cache should hold.
 */
export function* eventsOf(
  pods: Pod[],
  { listed, events }: Extent,
): Generator<{ readonly type: 'ADDED' | 'MODIFIED'; readonly object: Pod }> {
  const random = seededRandom(SEED)
  for (let i = 0; i < events; i++) {
    const index = (listed + i) % pods.length
    const pod = pods[index]
    if (!pod) return
    const type = index >= listed && i < pods.length ? 'ADDED' : 'MODIFIED'
    const changed = type === 'ADDED' ? pod : { ...pod, status: nextPodStatus(pod, random) }
    const object = withVersion(changed, LIST_VERSION + 1 + i)
    pods[index] = object
    yield { type, object }
  }
}

/** The bytes of those events. */
export const encodeEvents = (pods: readonly Pod[], extent: Extent): Buffer =>
  Buffer.concat(Array.from(eventsOf([...pods], extent), ({ type, object }) => encodeFrame(type, object)))

/** The state by watch, and its end. */
export const encodeInitialEvents = (pods: readonly Pod[]): Buffer =>
  Buffer.concat([...pods.map(pod => encodeFrame('ADDED', pod)), encodeInitialEventsEnd()])

/** The end of a state that came by watch. */
const encodeInitialEventsEnd = (): Buffer =>
  encodeFrame('BOOKMARK', {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      resourceVersion: String(LIST_VERSION),
      creationTimestamp: null,
      annotations: { 'k8s.io/initial-events-end': 'true' },
    },
    spec: { containers: null },
    status: {},
  })
