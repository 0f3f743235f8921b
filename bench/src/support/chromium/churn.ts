import { nextPodStatus, type Pod, seededRandom } from '@kube-informer/testing'
import type { Setup } from '../../runner/bench-case.ts'
import { LIST_VERSION, versionedPods, withVersion } from '../pods/wire.ts'

const SEED = 2

/** In each group of this many events, one is a deletion, and one adds a Pod that replaces a deleted one. */
const GROUP_SIZE = 20

/** Every n-th event changes the first Pod; a reader that has received it has received all events before it. */
export const MARK_EVERY = 1_000

/** One event, and the number of Pods after it. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: Pod
  readonly count: number
}

/** An endless, reproducible sequence of events for the Pods of a setup: mostly status changes, some deletions and additions. */
export function* churnOf(setup: Setup): Generator<Change, never> {
  const random = seededRandom(SEED)
  const [mark, ...pods] = versionedPods(setup)
  if (!mark) throw new Error('the setup has no Pods')
  const deleted: Pod[] = []
  let marked = mark
  for (let sequence = 1; ; sequence++) {
    const version = LIST_VERSION + sequence
    const at = Math.floor(random() * pods.length)
    const pod = pods[at]
    const successor = sequence % GROUP_SIZE === GROUP_SIZE / 2 ? deleted.shift() : undefined
    const count = () => pods.length + 1
    if (sequence % MARK_EVERY === 0 || !pod) {
      marked = changed(marked, version, random)
      yield { type: 'MODIFIED', object: marked, count: count() }
    } else if (successor) {
      const added = withVersion(replacementOf(successor, sequence), version)
      pods.push(added)
      yield { type: 'ADDED', object: added, count: count() }
    } else if (sequence % GROUP_SIZE === 1) {
      pods[at] = pods.at(-1) ?? pod
      pods.pop()
      deleted.push(pod)
      yield { type: 'DELETED', object: withVersion(pod, version), count: count() }
    } else {
      const object = changed(pod, version, random)
      pods[at] = object
      yield { type: 'MODIFIED', object, count: count() }
    }
  }
}

const changed = (pod: Pod, version: number, random: () => number): Pod =>
  withVersion({ ...pod, status: nextPodStatus(pod, random) }, version)

/** A replacement as a ReplicaSet creates it: with a new name and uid. */
function replacementOf(pod: Pod, sequence: number): Pod {
  const { generateName, uid } = pod.metadata
  const name = `${generateName}${sequence.toString(36).padStart(5, '0')}`
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      name,
      uid: `${uid?.slice(0, 24)}${sequence.toString(16).padStart(12, '0')}`,
    },
  }
}
