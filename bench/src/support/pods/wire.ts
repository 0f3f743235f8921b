import { iteratePods, nextPodStatus, type Pod, seededRandom } from '@kube-informer/testing'
import type { Setup } from '../../runner/bench-case.ts'

const SEED = 1

/** The resourceVersion of the list; each event of the watch has the next one. */
export const LIST_VERSION = 1_000_000

/**
 * The `count` Pods of a setup, each with its resourceVersion in the list, and fields in the order of an apiserver. They are
 * replicas of `apps` apps, 400 by default; replicas of one app have the same spec.
 */
export function* versionedPods({ count, apps = 400 }: Setup): Generator<Pod> {
  let version = LIST_VERSION - Number(count)
  const pods = iteratePods({ count: Number(count), seed: SEED, apps: Number(apps) })
  for (const pod of pods) yield withVersion(pod, ++version)
}

/** The Pod with another resourceVersion, and fields in the order of an apiserver. */
export function withVersion(pod: Pod, version: number): Pod {
  const { name, generateName, namespace, uid, resourceVersion: _, ...rest } = pod.metadata
  const metadata = { name, generateName, namespace, uid, resourceVersion: String(version), ...rest }
  return { ...pod, metadata } as Pod
}

/** Encodes list items as an apiserver does: those of built-in resources have neither kind nor apiVersion. */
export const encodeItems = (pods: Iterable<Pod>): Buffer[] =>
  Array.from(pods, ({ kind: _, apiVersion: __, ...item }) => Buffer.from(JSON.stringify(item)))

/** Encodes the response of a list; `more` adds to its metadata. */
export function encodeList(items: readonly Buffer[], more: Readonly<Record<string, unknown>> = {}): Buffer {
  const metadata = JSON.stringify({ resourceVersion: String(LIST_VERSION), ...more })
  return Buffer.concat([
    Buffer.from(`{"kind":"PodList","apiVersion":"v1","metadata":${metadata},"items":[`),
    joinItems(items),
    Buffer.from(']}\n'),
  ])
}

/** Joins items with commas. */
export function joinItems(items: readonly Buffer[]): Buffer {
  const comma = Buffer.from(',')
  return Buffer.concat(items.flatMap((item, i) => (i === 0 ? [item] : [comma, item])))
}

/** One line of a watch. */
export const encodeFrame = (type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: unknown): Buffer =>
  Buffer.from(`${JSON.stringify({ type, object })}\n`)

/** The number of Pods, of those in the list, and of the events that follow. */
export interface Extent {
  readonly count: number
  readonly listed: number
  readonly events: number
}

/** The server's setup has at least `count`. */
export const extentOf = ({ count, listed = count, events = 0 }: Setup): Extent => ({
  count: Number(count),
  listed: Number(listed),
  events: Number(events),
})

/**
 * The events, for all Pods in rotation: the first event of a Pod that is not in the list adds it, the others change its
 * status. `pods` is modified; at the end it equals the expected content of a cache.
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

/** The initial events of a watch-list, and the bookmark that ends them. */
export const encodeInitialEvents = (pods: readonly Pod[]): Buffer =>
  Buffer.concat([...pods.map(pod => encodeFrame('ADDED', pod)), encodeInitialEventsEnd()])

/** The bookmark that ends the initial events. */
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
