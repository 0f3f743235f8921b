import type { ListWatchOptions, Random } from '@kube-informer/core'
import { type FaultAction, type FaultRule, type ServerFault, seededRandom } from '@kube-informer/testing'
import type { Action, HandlerBehavior, RightsAction, Step, TabAction, Write } from './action.ts'
import type { NetworkMode } from './network.ts'
import type { Right } from './rights.ts'
import { SCOPES } from './scopes.ts'
import { SLICES } from './slices.ts'
import { withPageWrites } from './write-plan.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** One informer of a history. */
export interface InformerPlan {
  /** Index into `SCOPES`. */
  readonly scope: number
  readonly form: 'object' | 'row'
  /** The encoding in which rows are requested. */
  readonly encoding: NonNullable<ListWatchOptions['encoding']>
  readonly queue: 'delta' | 'real'
  readonly watchList: boolean
  readonly pageSize: number | undefined
  readonly resyncPeriodMs: number
  /** Whether it saves snapshots and restores them when it starts. */
  readonly persists: boolean
  readonly handlers: readonly HandlerBehavior[]
}

/** A page of a history: its scope, and the slices that it displays. */
export interface PagePlan {
  /** Index into `SCOPES`. */
  readonly scope: number
  /** Indexes into `SLICES`. */
  readonly slices: readonly number[]
}

/** A tab and the identity of its user. */
export interface TabPlan extends PagePlan {
  readonly identity: 'ada' | 'bob'
}

/** The tabs of one browser, and the host that runs their informers. */
export interface TabsPlan {
  readonly host: 'dedicated' | 'shared' | 'leader'
  readonly pages: readonly TabPlan[]
}

/**
 * How a host finds the namespaces to read where the cluster-wide list is denied: the pages name them, access reviews of the
 * cluster's Namespaces do, or not at all.
 */
export type NamespacesPlan = 'given' | 'listed' | 'unknown'

/** Rights that come and go. */
interface RightsPlan {
  readonly namespaces: NamespacesPlan
  /** Whether the pages reconnect when everything is granted at the end; otherwise the hosts retry. */
  readonly reconnects: boolean
}

/** A history as data, so that it can be replayed and shrunk. */
export interface Plan {
  readonly seed: number
  readonly pods: number
  readonly network: NetworkMode
  readonly informers: readonly InformerPlan[]
  readonly inlinePages: readonly PagePlan[]
  readonly tabs: TabsPlan | undefined
  /** Undefined where the users may read everything at all times. */
  readonly rights: RightsPlan | undefined
  readonly steps: readonly Step[]
}

const BEHAVIORS: readonly HandlerBehavior[] = ['prompt', 'prompt', 'slow', 'throwing', 'rejecting', 'stuck']
const WRITES: readonly Write[] = [
  ...(['create', 'create', 'update', 'update', 'update'] as const),
  ...(['relabel', 'relabel', 'move', 'delete', 'delete', 'recreate'] as const),
]
/** Chosen by the seed, since a further random number would change all histories. */
const ENCODINGS: readonly InformerPlan['encoding'][] = ['auto', 'json', 'protobuf']
/** So are these, for informers alone. */
const NETWORKS: readonly NetworkMode[] = ['plain', 'silent', 'no bookmarks', 'headers held', 'buffered']
const STEPS = 45
const LONGEST_GAP_MS = 15 * MINUTE

/** The history of a seed. It changes only when this file changes. */
export function planOf(seed: number): Plan {
  const random = seededRandom(seed)
  const choose = <V>(values: readonly V[]): V => values[Math.floor(random() * values.length)] as V
  const upTo = (limit: number): number => Math.floor(random() * limit)
  const informers = Array.from({ length: 1 + upTo(3) }, (_, index) =>
    informerOf({ random, choose, upTo }, ENCODINGS[(seed + index) % ENCODINGS.length] ?? 'auto'),
  )
  const inlinePages = random() < 0.15 ? [pageOf({ random, choose, upTo })] : []
  const tabs = random() < 0.4 ? tabsOf({ random, choose, upTo }) : undefined
  const rights =
    random() < (tabs || inlinePages.length > 0 ? 0.5 : 0.1) ? rightsOf({ random, choose, upTo }) : undefined
  const steps: Step[] = []
  let atMs = 0
  while (steps.length < STEPS) {
    // Most steps follow within seconds; some follow after minutes of inactivity.
    atMs += random() < 0.6 ? upTo(4 * SECOND) : upTo(LONGEST_GAP_MS)
    const action = actionOf({ random, choose, upTo }, { tabs, rights })
    steps.push({ atMs, seed: upTo(2 ** 31), action })
    const write: Action = { type: 'write', writes: Array.from({ length: 1 + upTo(6) }, () => choose(WRITES)) }
    // Write just before a worker is killed, so that pages show rows that are not on disk yet, and kill it again soon after.
    if (action.type === 'kill-worker') {
      steps.splice(-1, 0, { atMs, seed: upTo(2 ** 31), action: write })
      atMs += 50 + upTo(400)
      steps.push({ atMs, seed: upTo(2 ** 31), action })
    }
    // Hosts repeat a rejected request for as long as it is rejected: more of them show nothing.
    if (action.type === 'reject-tokens') {
      atMs += upTo(5 * MINUTE)
      const grant: Action = { type: 'grant-rights', reconnects: random() < 0.5 }
      steps.push({ atMs, seed: upTo(2 ** 31), action: grant })
    }
    // Write in the middle of a long freeze, so that the screens are checked during it.
    if (action.type === 'freeze-tab' && action.forMs > 2 * MINUTE) {
      atMs += 100 * SECOND
      steps.push({ atMs, seed: upTo(2 ** 31), action: write })
    }
  }
  const pods = upTo(25)
  const hasPages = tabs !== undefined || inlinePages.length > 0
  const allSteps = hasPages ? withPageWrites(steps, seed, tabs !== undefined) : steps
  const network = (!hasPages && NETWORKS[Math.floor(seed / ENCODINGS.length) % NETWORKS.length]) || 'plain'
  return { seed, pods, network, informers, inlinePages, tabs, rights, steps: allSteps }
}

interface Choices {
  readonly random: Random
  choose<V>(values: readonly V[]): V
  upTo(limit: number): number
}

const informerOf = ({ random, choose, upTo }: Choices, encoding: InformerPlan['encoding']): InformerPlan => ({
  scope: upTo(SCOPES.length),
  form: choose(['object', 'row']),
  encoding,
  queue: choose(['delta', 'delta', 'real']),
  watchList: random() < 0.3,
  pageSize: choose([undefined, undefined, 3]),
  resyncPeriodMs: choose([0, 0, 40 * SECOND]),
  persists: random() < 0.5,
  handlers: Array.from({ length: 1 + upTo(3) }, () => choose(BEHAVIORS)),
})

const pageOf = ({ upTo }: Choices): PagePlan => ({
  scope: upTo(SCOPES.length),
  slices: Array.from({ length: 1 + upTo(4) }, () => upTo(SLICES.length)),
})

/** Two or three tabs, mostly of one user with overlapping scopes. */
function tabsOf(choices: Choices): TabsPlan {
  const { random, choose, upTo } = choices
  const scopes = [upTo(SCOPES.length), upTo(SCOPES.length)]
  const pages = Array.from({ length: 2 + upTo(2) }, (): TabPlan => {
    const identity = random() < 0.8 ? 'ada' : 'bob'
    return { ...pageOf(choices), scope: choose(scopes), identity }
  })
  return { host: choose(['dedicated', 'shared', 'shared', 'leader', 'leader']), pages }
}

const rightsOf = ({ random, choose }: Choices): RightsPlan => ({
  namespaces: choose(['given', 'given', 'given', 'listed', 'unknown']),
  reconnects: random() < 0.5,
})

function actionOf(choices: Choices, { tabs, rights }: Pick<Plan, 'tabs' | 'rights'>): Action {
  const { random, choose, upTo } = choices
  if (rights && random() < 0.12) return rightsActionOf(choices)
  if (tabs && random() < 0.3) return tabActionOf(choices)
  const informer = upTo(12)
  const roll = random()
  if (roll < 0.45) return { type: 'write', writes: Array.from({ length: 1 + upTo(6) }, () => choose(WRITES)) }
  if (roll < 0.75) return { type: 'inject-fault', fault: faultOf(choices) }
  if (roll < 0.8) return { type: 'clear-faults' }
  return choose<Action>([
    { type: 'network-outage', forMs: upTo(4 * MINUTE) },
    { type: 'stop', informer },
    { type: 'start', informer },
    { type: 'start', informer },
    { type: 'reconnect', informer },
    { type: 'fail-saves', informer, times: 1 + upTo(3) },
    { type: 'add-handler', informer, behavior: choose(BEHAVIORS) },
    { type: 'remove-handler', informer },
  ])
}

function tabActionOf({ random, choose, upTo }: Choices): TabAction {
  const tab = upTo(12)
  const type = choose([
    ...(['open-tab', 'open-tab', 'open-tab', 'close-tab', 'kill-tab', 'kill-worker'] as const),
    ...(['kill-worker', 'freeze-tab', 'freeze-tab', 'unsubscribe-tab', 'online-event', 'sign-out'] as const),
  ])
  if (type !== 'freeze-tab' && type !== 'unsubscribe-tab') return { type, tab }
  const forMs = upTo(random() < 0.5 ? 20 * SECOND : 10 * MINUTE)
  return type === 'unsubscribe-tab'
    ? { type, tab, forMs }
    : { type, tab, event: choose(['none', 'freeze', 'leave']), forMs }
}

function rightsActionOf({ random, choose }: Choices): RightsAction {
  if (random() < 0.4) return { type: 'grant-rights', reconnects: random() < 0.5 }
  const dropsWatches = random() < 0.5
  if (random() < 0.15) return { type: 'reject-tokens', dropsWatches }
  const rights = choose<readonly Right[]>([
    ['cluster'],
    ['cluster'],
    ['cluster', 'blue'],
    ['cluster', 'green'],
    ['cluster', 'blue', 'green'],
    ['blue'],
    ['green'],
  ])
  return { type: 'withdraw-rights', rights, dropsWatches }
}

function faultOf(choices: Choices): ServerFault {
  const { random, choose, upTo } = choices
  const forMs = upTo(2 * MINUTE)
  if (random() < 0.7) return { type: 'rule', rule: ruleOf(choices), ...(random() < 0.5 ? { forMs } : {}) }
  return choose<ServerFault>([
    { type: 'dropWatches' },
    { type: 'compact' },
    { type: 'compact', keepsWatchHistory: true },
    { type: 'relist' },
    { type: 'restart' },
    { type: 'stallWatchCache', forMs },
    { type: 'notReady', resource: 'pods', forMs },
  ])
}

function ruleOf(choices: Choices): FaultRule {
  const { random, choose, upTo } = choices
  const watch = choose([true, true, false, undefined])
  return {
    match: { watch },
    action: faultActionOf(choices),
    probability: choose([1, 0.5, 0.2]),
    times: 1 + upTo(8 * random() + 1),
  }
}

function faultActionOf({ choose, upTo }: Choices): FaultAction {
  const when = choose([{ afterEvents: upTo(4) }, { afterMs: upTo(20 * SECOND) }])
  return choose<FaultAction>([
    { type: 'drop' },
    { type: 'delay', ms: upTo(40 * SECOND) },
    { type: 'end', ...when },
    { type: 'truncate', ...when },
    { type: 'stall', ...when },
    { type: 'split', bytes: 1 + upTo(300) },
    { type: 'slow', everyMs: 20 + upTo(500), bytes: 200 + upTo(4_000) },
    { type: 'expired' },
    // Not 403: it would withdraw the rows of a page although the user has the right.
    { type: 'status', code: choose([500, 503, 504]) },
    { type: 'status', code: choose([429, 503]), text: true },
    { type: 'status', code: 429, retryAfterSeconds: choose([1, 5, 30]) },
    { type: 'status', code: 429 },
  ])
}
