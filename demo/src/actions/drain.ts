import { isNotFound, isTooManyRequests } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/core/resources'
import { CircleArrowOutUpRight } from 'lucide-react'
import { defineAction, type Outcome, type RunContext } from './action.ts'
import { setSchedulable } from './cordon.ts'
import { isOneOf } from './kinds.ts'
import { kubectl } from './kubectl.ts'
import { nameObjects } from './names.ts'
import { runPool } from './run-pool.ts'
import { resourceOf } from './write.ts'

/** How long to wait after a PodDisruptionBudget has rejected an eviction, as kubectl does. */
const RETRY_MS = 5_000
const CONCURRENCY = 8

/** A Pod that the kubelet runs from a file of its own. */
const MIRROR = 'kubernetes.io/config.mirror'

/** The Pods of a Node that a drain evicts: not those of DaemonSets, not mirror Pods, not those that have ended. */
const evictable = (all: readonly Pod[]): readonly Pod[] =>
  all.filter(({ metadata, status }) => {
    const isDaemon = metadata?.ownerReferences?.some(
      ({ kind, controller }) => controller && kind === 'DaemonSet',
    )
    const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed'
    return !isDaemon && !hasEnded && metadata?.annotations?.[MIRROR] === undefined
  })

/** Cordons a Node and evicts its Pods. */
export const drain = defineAction({
  id: 'drain',
  icon: CircleArrowOutUpRight,
  danger: true,
  label: () => 'Drain…',
  appliesTo: isOneOf('nodes'),
  access: () => ({ verb: 'create', resource: resourceOf(pods), subresource: 'eviction' }),
  describe: (kind, nodes) =>
    `Cordons ${nameObjects(kind, nodes)}, then evicts the Pods there. PodDisruptionBudgets are kept. Pods of DaemonSets stay, and data in emptyDir volumes is lost.`,
  command: (kind, nodes) =>
    kubectl('drain', kind, nodes, { flags: ['--ignore-daemonsets', '--delete-emptydir-data'] }),
  run: drainNode,
})

async function drainNode(context: RunContext): Promise<Outcome> {
  const { connection, object, signal, report } = context
  const cordoned = await setSchedulable(context, false)
  const inverse = cordoned.inverse && {
    ...cordoned.inverse,
    loses: 'The Pods that were evicted do not come back.',
  }
  const fieldSelector = `spec.nodeName=${object.metadata?.name}`
  const { items } = await connection.client.list(pods, { fieldSelector }, { signal })
  const evicted = evictable(items)
  let gone = 0
  const results = await runPool(evicted, CONCURRENCY, async pod => {
    await evict(context, pod)
    gone++
    report({ stage: 'waiting', text: `${gone} of ${evicted.length} Pods evicted`, inverse })
  })
  signal.throwIfAborted()
  const failure = results.find(result => result.status === 'rejected')
  if (failure) throw failure.reason
  return { text: `Drained: ${gone} Pods evicted`, inverse }
}

/** Evicts a Pod, and waits until it is gone. Tries again while a PodDisruptionBudget rejects it. */
async function evict({ connection, signal, report }: RunContext, pod: Pod): Promise<void> {
  const { namespace = '', name = '' } = pod.metadata ?? {}
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name } }
  for (;;) {
    try {
      await connection.client.create(pods, eviction, { subresource: 'eviction', signal })
      break
    } catch (error) {
      if (isNotFound(error)) return
      if (!isTooManyRequests(error)) throw error
      report({ stage: 'waiting', text: `A PodDisruptionBudget keeps ${namespace}/${name}. Trying again…` })
      await pause(RETRY_MS, signal)
    }
  }
  await connection.waitFor(resourceOf(pods), pod, { deleted: true }, { signal })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
