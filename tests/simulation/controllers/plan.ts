import { type FaultAction, type ServerFault, seededRandom } from '@kube-informer/testing'

const SECOND = 1_000

/** A step of a history: something that happens to the cluster, to a process or to its network. */
export type Action =
  | { readonly type: 'scale'; readonly parent: number; readonly replicas: number }
  | { readonly type: 'annotate'; readonly parent: number }
  | { readonly type: 'delete-parent'; readonly parent: number }
  | { readonly type: 'delete-child' | 'edit-child'; readonly child: number }
  | { readonly type: 'start' | 'stop' | 'kill' | 'restart'; readonly process: number }
  | { readonly type: 'suspend'; readonly process: number; readonly forMs: number }
  | { readonly type: 'stop-leader' }
  | { readonly type: 'suspend-leader'; readonly forMs: number }
  | { readonly type: 'outage'; readonly process: number; readonly forMs: number }
  | {
      readonly type: 'delay-watches'
      readonly process: number
      /** Only these; the others are on time, so that events arrive in another order. @default all */
      readonly resource?: 'pods' | 'deployments'
      readonly byMs: number
    }
  | {
      readonly type: 'fail-writes'
      readonly process: number
      readonly faults: readonly ('lost' | 'conflict')[]
    }
  | { readonly type: 'inject-fault'; readonly fault: ServerFault }
  | { readonly type: 'edit-lease' }
  | { readonly type: 'clear-faults' }

/** An action and its time. */
interface Step {
  /** After the start of the history. */
  readonly atMs: number
  readonly action: Action
}

/** One process that runs the controller under leader election. */
export interface ProcessPlan {
  readonly concurrency: number
  readonly releaseOnCancel: boolean
  /** Whether its caches are full before it leads. */
  readonly enableWarmup: boolean
  /** Before the first write of a reconcile, which keeps reconciles running while faults happen. */
  readonly workMs: number
}

/** A history as data, so that it can be replayed and shrunk. */
export interface Plan {
  readonly seed: number
  readonly parents: number
  /** How long a request takes to reach the server, and its answer to come back. */
  readonly latencyMs: number
  readonly processes: readonly ProcessPlan[]
  readonly steps: readonly Step[]
}

const STEPS = 35
const MAX_REPLICAS = 6

/** The history of a seed. It changes only when this file changes. */
export function planOf(seed: number): Plan {
  const choices = choicesOf(seed)
  const { random, choose, upTo } = choices
  const processes = Array.from({ length: 1 + upTo(3) }, () => ({
    concurrency: 1 + upTo(3),
    releaseOnCancel: random() < 0.5,
    enableWarmup: random() < 0.5,
    workMs: choose([0, 0, 20, 2 * SECOND]),
  }))
  const parents = 1 + upTo(4)
  const latencyMs = choose([0, 0, 40])
  const steps: Step[] = []
  let atMs = 0
  for (let step = 0; step < STEPS; step++) {
    atMs += random() < 0.7 ? upTo(3 * SECOND) : upTo(40 * SECOND)
    if (random() < 0.06) steps.push(...takeOver(choices, atMs))
    else steps.push({ atMs, action: actionOf(choices) })
  }
  return { seed, parents, latencyMs, processes, steps: steps.toSorted((a, b) => a.atMs - b.atMs) }
}

/** The leader ends or is suspended in the middle of its work, while the others do not see its last writes. */
function takeOver({ random, upTo }: Choices, atMs: number): readonly Step[] {
  const delays = [0, 1, 2].map(
    (process): Action => ({ type: 'delay-watches', process, resource: 'pods', byMs: upTo(20 * SECOND) }),
  )
  const forMs = 15 * SECOND + upTo(30 * SECOND)
  const end: Action = random() < 0.5 ? { type: 'stop-leader' } : { type: 'suspend-leader', forMs }
  return [
    ...delays.map(action => ({ atMs, action })),
    { atMs, action: { type: 'scale', parent: upTo(8), replicas: MAX_REPLICAS } },
    { atMs: atMs + upTo(300), action: end },
  ]
}

interface Choices {
  readonly random: () => number
  choose<V>(values: readonly V[]): V
  upTo(limit: number): number
}

function choicesOf(seed: number): Choices {
  const random = seededRandom(seed)
  const upTo = (limit: number): number => Math.floor(random() * limit)
  return { random, upTo, choose: values => values[upTo(values.length)] as never }
}

function actionOf(choices: Choices): Action {
  const roll = choices.random()
  if (roll < 0.5) return clusterAction(choices)
  if (roll < 0.85) return processAction(choices)
  if (roll < 0.95) return { type: 'inject-fault', fault: serverFault(choices) }
  return { type: 'clear-faults' }
}

function clusterAction({ choose, upTo }: Choices): Action {
  const [parent, child] = [upTo(8), upTo(20)]
  const scale: Action = { type: 'scale', parent, replicas: upTo(MAX_REPLICAS + 1) }
  return choose<Action>([
    ...[scale, scale, scale, scale],
    { type: 'annotate', parent },
    { type: 'delete-parent', parent },
    { type: 'delete-child', child },
    { type: 'delete-child', child },
    { type: 'edit-child', child },
  ])
}

function processAction({ random, choose, upTo }: Choices): Action {
  const process = upTo(8)
  const faults = Array.from({ length: 1 + upTo(3) }, () => choose(['lost', 'conflict'] as const))
  return choose<Action>([
    { type: 'start', process },
    { type: 'stop', process },
    { type: 'kill', process },
    { type: 'restart', process },
    { type: 'suspend', process, forMs: upTo(random() < 0.5 ? 5 * SECOND : 60 * SECOND) },
    { type: 'outage', process, forMs: upTo(random() < 0.5 ? 5 * SECOND : 40 * SECOND) },
    { type: 'delay-watches', process, byMs: upTo(random() < 0.7 ? SECOND : 20 * SECOND) },
    { type: 'delay-watches', process, resource: choose(['pods', 'deployments']), byMs: upTo(5 * SECOND) },
    { type: 'fail-writes', process, faults },
    { type: 'fail-writes', process, faults },
    { type: 'edit-lease' },
  ])
}

function serverFault({ random, choose, upTo }: Choices): ServerFault {
  const forMs = upTo(30 * SECOND)
  if (random() < 0.6) {
    const rule = { match: { watch: choose([true, false]) }, action: faultAction({ random, choose, upTo }) }
    return { type: 'rule', rule: { ...rule, probability: choose([1, 0.5]), times: 1 + upTo(6) }, forMs }
  }
  return choose<ServerFault>([
    { type: 'dropWatches' },
    { type: 'compact' },
    { type: 'relist' },
    { type: 'restart' },
    { type: 'stallWatchCache', forMs },
  ])
}

const faultAction = ({ choose, upTo }: Choices): FaultAction =>
  choose<FaultAction>([
    { type: 'drop' },
    { type: 'delay', ms: upTo(3 * SECOND) },
    { type: 'end', afterEvents: upTo(4) },
    { type: 'truncate', afterMs: upTo(10 * SECOND) },
    { type: 'stall', afterEvents: upTo(4) },
    { type: 'expired' },
    { type: 'status', code: choose([500, 503, 504]) },
    { type: 'status', code: 429, retryAfterSeconds: choose([1, 5]) },
  ])
