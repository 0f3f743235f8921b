import type { Random } from '@kube-informer/core'
import { type FaultAction, type FaultRule, type ServerFault, seededRandom } from '@kube-informer/testing'
import { SLICES } from './slices.ts'
import { VIEWS } from './views.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How a handler takes what it is told. */
export type Temper = 'prompt' | 'slow' | 'throwing' | 'rejecting' | 'stuck'

/** One informer of a history. */
export interface InformerPlan {
  readonly view: number
  readonly form: 'object' | 'row'
  readonly queue: 'delta' | 'real'
  readonly watchList: boolean
  readonly pageSize: number | undefined
  readonly resyncPeriodMs: number
  /** Keeps a snapshot, from which it starts again. */
  readonly persists: boolean
  readonly handlers: readonly Temper[]
}

/** A page of a history: what it follows, and which slices of that it shows. */
export interface ViewerPlan {
  readonly view: number
  readonly slices: readonly number[]
}

/** A tab, and who is signed in there. */
export interface TabPlan extends ViewerPlan {
  readonly identity: 'ada' | 'bob'
}

/** The tabs of one browser, and where their informers run. */
export interface TabsPlan {
  readonly host: 'dedicated' | 'shared' | 'leader'
  readonly pages: readonly TabPlan[]
}

/** What a page hears before it freezes: nothing, or that it does, or that it goes into the back/forward cache. */
export type Told = 'nothing' | 'freeze' | 'leave'

/** What happens to a tab; `tab` is an index, taken modulo their number. */
export type TabDeed =
  | { readonly do: 'open-tab' | 'close-tab' | 'kill-tab' | 'kill-worker'; readonly tab: number }
  | { readonly do: 'wake-tab' | 'sign-out'; readonly tab: number }
  | { readonly do: 'freeze-tab'; readonly tab: number; readonly told: Told; readonly forMs: number }
  | { readonly do: 'look-away'; readonly tab: number; readonly forMs: number }

/** What somebody writes to the server. */
export type Write = 'create' | 'update' | 'relabel' | 'move' | 'delete' | 'recreate'

/** One thing that happens; `informer` is an index, taken modulo their number. */
export type Deed =
  | TabDeed
  | { readonly do: 'write'; readonly writes: readonly Write[] }
  | { readonly do: 'strike'; readonly fault: ServerFault }
  | { readonly do: 'calm' }
  | { readonly do: 'silence'; readonly forMs: number }
  | { readonly do: 'stop'; readonly informer: number }
  | { readonly do: 'start'; readonly informer: number }
  | { readonly do: 'reconnect'; readonly informer: number }
  | { readonly do: 'refuse-saves'; readonly informer: number; readonly times: number }
  | { readonly do: 'add-handler'; readonly informer: number; readonly temper: Temper }
  | { readonly do: 'remove-handler'; readonly informer: number }

/** A deed, when it is done, and a seed of its own: what is chosen in it stays the same when others are left out. */
export interface Step {
  readonly atMs: number
  readonly seed: number
  readonly deed: Deed
}

/** A whole history as data, so that it can be replayed and made smaller. */
export interface Plan {
  readonly seed: number
  readonly pods: number
  readonly informers: readonly InformerPlan[]
  readonly viewers: readonly ViewerPlan[]
  readonly tabs: TabsPlan | undefined
  readonly steps: readonly Step[]
}

const TEMPERS: readonly Temper[] = ['prompt', 'prompt', 'slow', 'throwing', 'rejecting', 'stuck']
const WRITES: readonly Write[] = [
  ...(['create', 'create', 'update', 'update', 'update'] as const),
  ...(['relabel', 'relabel', 'move', 'delete', 'delete', 'recreate'] as const),
]
const STEPS = 45
const LONGEST_GAP_MS = 15 * MINUTE

/** The history of a seed: the same for ever, as long as this file is. */
export function planOf(seed: number): Plan {
  const random = seededRandom(seed)
  const choose = <V>(values: readonly V[]): V => values[Math.floor(random() * values.length)] as V
  const upTo = (limit: number): number => Math.floor(random() * limit)
  const informers = Array.from({ length: 1 + upTo(3) }, () => informerOf({ random, choose, upTo }))
  const viewers = random() < 0.15 ? [viewerOf({ random, choose, upTo })] : []
  const tabs = random() < 0.4 ? tabsOf({ random, choose, upTo }) : undefined
  const steps: Step[] = []
  let atMs = 0
  while (steps.length < STEPS) {
    // Mostly in quick succession, and now and then after a long quiet.
    atMs += random() < 0.6 ? upTo(4 * SECOND) : upTo(LONGEST_GAP_MS)
    const deed = deedOf({ random, choose, upTo }, tabs)
    steps.push({ atMs, seed: upTo(2 ** 31), deed })
    const write: Deed = { do: 'write', writes: Array.from({ length: 1 + upTo(6) }, () => choose(WRITES)) }
    // A worker likes to die when pages show what the disk does not have yet.
    if (deed.do === 'kill-worker') {
      steps.splice(-1, 0, { atMs, seed: upTo(2 ** 31), deed: write })
      atMs += 50 + upTo(400)
      steps.push({ atMs, seed: upTo(2 ** 31), deed })
    }
    // Who is frozen for long is looked at in the middle of it.
    if (deed.do === 'freeze-tab' && deed.forMs > 2 * MINUTE) {
      atMs += 100 * SECOND
      steps.push({ atMs, seed: upTo(2 ** 31), deed: write })
    }
  }
  return { seed, pods: upTo(25), informers, viewers, tabs, steps }
}

interface Dice {
  readonly random: Random
  choose<V>(values: readonly V[]): V
  upTo(limit: number): number
}

const informerOf = ({ random, choose, upTo }: Dice): InformerPlan => ({
  view: upTo(VIEWS.length),
  form: choose(['object', 'row']),
  queue: choose(['delta', 'delta', 'real']),
  watchList: random() < 0.3,
  pageSize: choose([undefined, undefined, 3]),
  resyncPeriodMs: choose([0, 0, 40 * SECOND]),
  persists: random() < 0.5,
  handlers: Array.from({ length: 1 + upTo(3) }, () => choose(TEMPERS)),
})

const viewerOf = ({ upTo }: Dice): ViewerPlan => ({
  view: upTo(VIEWS.length),
  slices: Array.from({ length: 1 + upTo(4) }, () => upTo(SLICES.length)),
})

/** Two or three, mostly of one user who looks at much the same. */
function tabsOf(dice: Dice): TabsPlan {
  const { random, choose, upTo } = dice
  const views = [upTo(VIEWS.length), upTo(VIEWS.length)]
  const pages = Array.from({ length: 2 + upTo(2) }, (): TabPlan => {
    const identity = random() < 0.8 ? 'ada' : 'bob'
    return { ...viewerOf(dice), view: choose(views), identity }
  })
  return { host: choose(['dedicated', 'shared', 'shared', 'leader', 'leader']), pages }
}

function deedOf(dice: Dice, tabs: TabsPlan | undefined): Deed {
  const { random, choose, upTo } = dice
  if (tabs && random() < 0.3) return tabDeedOf(dice)
  const informer = upTo(12)
  const roll = random()
  if (roll < 0.45) return { do: 'write', writes: Array.from({ length: 1 + upTo(6) }, () => choose(WRITES)) }
  if (roll < 0.75) return { do: 'strike', fault: faultOf(dice) }
  if (roll < 0.8) return { do: 'calm' }
  return choose<Deed>([
    { do: 'silence', forMs: upTo(4 * MINUTE) },
    { do: 'stop', informer },
    { do: 'start', informer },
    { do: 'start', informer },
    { do: 'reconnect', informer },
    { do: 'refuse-saves', informer, times: 1 + upTo(3) },
    { do: 'add-handler', informer, temper: choose(TEMPERS) },
    { do: 'remove-handler', informer },
  ])
}

function tabDeedOf({ random, choose, upTo }: Dice): TabDeed {
  const tab = upTo(12)
  const what = choose([
    ...(['open-tab', 'open-tab', 'open-tab', 'close-tab', 'kill-tab', 'kill-worker'] as const),
    ...(['kill-worker', 'freeze-tab', 'freeze-tab', 'look-away', 'wake-tab', 'sign-out'] as const),
  ])
  if (what !== 'freeze-tab' && what !== 'look-away') return { do: what, tab }
  const forMs = upTo(random() < 0.5 ? 20 * SECOND : 10 * MINUTE)
  return what === 'look-away'
    ? { do: what, tab, forMs }
    : { do: what, tab, told: choose(['nothing', 'freeze', 'leave']), forMs }
}

function faultOf(dice: Dice): ServerFault {
  const { random, choose, upTo } = dice
  const forMs = upTo(2 * MINUTE)
  if (random() < 0.7) return { type: 'rule', rule: ruleOf(dice), ...(random() < 0.5 ? { forMs } : {}) }
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

function ruleOf(dice: Dice): FaultRule {
  const { random, choose, upTo } = dice
  const watch = choose([true, true, false, undefined])
  return {
    match: { watch },
    action: actionOf(dice),
    probability: choose([1, 0.5, 0.2]),
    times: 1 + upTo(8 * random() + 1),
  }
}

function actionOf({ choose, upTo }: Dice): FaultAction {
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
    { type: 'status', code: choose([500, 503, 504, 403]) },
    { type: 'status', code: choose([429, 503]), text: true },
    { type: 'status', code: 429, retryAfterSeconds: choose([1, 5, 30]) },
    { type: 'status', code: 429 },
  ])
}
