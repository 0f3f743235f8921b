import { nextPodStatus, type Pod, seededRandom } from '@kube-informer/testing'
import type { Setup } from '../bench-case.ts'
import { LIST_VERSION, versionedPods, withVersion } from '../pods/wire.ts'

const SEED = 2

/** Of so many events one is a deletion, and one is a Pod that takes the place of one that was deleted. */
const ONE_IN = 20

/** So often it is the first Pod that changes: whoever has seen that has seen all events before it. */
export const MARK_EVERY = 1_000

/** One event, and how many Pods there are behind it. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: Pod
  readonly count: number
}

/** What happens to the Pods of a setup, without an end and the same each time: most get a new status, some come and go. */
export function* churnOf(setup: Setup): Generator<Change, never> {
  const random = seededRandom(SEED)
  const [mark, ...pods] = versionedPods(setup)
  if (!mark) throw new Error('there is no Pod that could change')
  const gone: Pod[] = []
  let marked = mark
  for (let turn = 1; ; turn++) {
    const version = LIST_VERSION + turn
    const at = Math.floor(random() * pods.length)
    const pod = pods[at]
    const successor = turn % ONE_IN === ONE_IN / 2 ? gone.shift() : undefined
    const count = () => pods.length + 1
    if (turn % MARK_EVERY === 0 || !pod) {
      marked = changed(marked, version, random)
      yield { type: 'MODIFIED', object: marked, count: count() }
    } else if (successor) {
      const added = withVersion(replacementOf(successor, turn), version)
      pods.push(added)
      yield { type: 'ADDED', object: added, count: count() }
    } else if (turn % ONE_IN === 1) {
      pods[at] = pods.at(-1) ?? pod
      pods.pop()
      gone.push(pod)
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

/** As a ReplicaSet makes one: another name, another uid. */
function replacementOf(pod: Pod, turn: number): Pod {
  const { generateName, uid } = pod.metadata
  const name = `${generateName}${turn.toString(36).padStart(5, '0')}`
  return {
    ...pod,
    metadata: { ...pod.metadata, name, uid: `${uid?.slice(0, 24)}${turn.toString(16).padStart(12, '0')}` },
  }
}
