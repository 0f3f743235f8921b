import type { Random } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'

/** The plan of a round: where the informers run, and what is killed when. */
export interface RoundPlan {
  readonly host: 'dedicated' | 'shared' | 'leader'
  /**
   * `start`: during the browser's start. `sync`: while the cache catches up. `churn`: during continuous changes.
   * `relist`: after a list, which rewrites the whole cache. `late`: after the infrequent writes, too.
   */
  readonly moment: 'start' | 'sync' | 'churn' | 'relist' | 'late'
  /** The delay from the start of that moment. */
  readonly killAfterMs: number
  /** If set, the kill also waits for the next disk write to start, and then for this long. */
  readonly intoWriteMs?: number
  /** Writes to the server. */
  readonly perSecond: number
  /** Whether the server drops its watch history while the browser is not running. */
  readonly forgets: boolean
  /** `page`: first the process of the page, whose workers end with it; the browser follows. */
  readonly victim: 'browser' | 'page'
}

const HOSTS = ['dedicated', 'dedicated', 'shared', 'leader'] as const
const MOMENTS = [
  'start',
  'sync',
  'sync',
  'churn',
  'churn',
  'churn',
  'churn',
  'churn',
  'relist',
  'late',
] as const

/** The shortest and the longest delay, in ms, by moment. */
const WAITS_MS = {
  start: [0, 1_500],
  sync: [0, 300],
  churn: [0, 1_800],
  relist: [0, 1_200],
  late: [2_800, 4_500],
} as const

/** The cache is written every 500 ms; a write takes 5 to 30 ms. */
const LONGEST_WRITE_MS = 25

/** Plans a round; the plan depends on the seed and the round only. */
export function planRound(seed: number, round: number): RoundPlan {
  const random = seededRandom(seed * 100_003 + round)
  const moment = pick(random, MOMENTS)
  // Mostly early: a kill after the first write of a batch is the most likely to leave a partial batch.
  const intoWriteMs = Math.round(random() ** 2 * LONGEST_WRITE_MS)
  const killsWrite = moment !== 'start' && moment !== 'sync' && random() < 0.6
  const [shortest, longest] = WAITS_MS[moment]
  return {
    host: pick(random, HOSTS),
    moment,
    ...(killsWrite && { intoWriteMs }),
    killAfterMs: Math.round(shortest + random() * (longest - shortest)),
    perSecond: Math.round(20 * 50 ** random()),
    forgets: random() < 0.1,
    victim: random() < 0.7 ? 'browser' : 'page',
  }
}

function pick<T>(random: Random, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0]
}

/** A one-line description of a plan. */
export function describePlan({
  host,
  moment,
  killAfterMs,
  intoWriteMs,
  perSecond,
  forgets,
  victim,
}: RoundPlan): string {
  const write = intoWriteMs === undefined ? '' : `, then ${intoWriteMs} ms into a write`
  const forgotten = forgets ? ', history forgotten' : ''
  return `${host}, ${victim} killed ${killAfterMs} ms into ${moment}${write}, ${perSecond} writes/s${forgotten}`
}
