import type { Random } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'

/** What a round is about: where the informers run, and when the browser is killed. */
export interface RoundPlan {
  readonly host: 'dedicated' | 'shared' | 'leader'
  /**
   * `start`: while the browser starts. `sync`: while the cache catches up. `churn`: while changes are written all the time.
   * `relist`: after a list, when all is written anew. `late`: when what is written seldom was written, too.
   */
  readonly moment: 'start' | 'sync' | 'churn' | 'relist' | 'late'
  /** How long after that moment has begun. */
  readonly killAfterMs: number
  /** If given, then not until the next write to disk has begun, and so long after that. */
  readonly intoWriteMs?: number
  /** Writes to the server. */
  readonly perSecond: number
  /** Whether the server forgets its history while the browser is away. */
  readonly forgets: boolean
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

/** The shortest and the longest wait, in ms, by moment: what is looked for happens within it. */
const WAITS_MS = {
  start: [0, 1_500],
  sync: [0, 300],
  churn: [0, 1_800],
  relist: [0, 1_200],
  late: [2_800, 4_500],
} as const

/** A write of the cache takes some 5 to 30 ms, and comes every half a second. */
const LONGEST_WRITE_MS = 25

/** The same seed and round always give the same plan. */
export function planRound(seed: number, round: number): RoundPlan {
  const random = seededRandom(seed * 100_003 + round)
  const moment = pick(random, MOMENTS)
  // Most of them early: the first of several writes that belong together is the one to tear off.
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
  }
}

function pick<T>(random: Random, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0]
}

/** A plan in words. */
export function describePlan({
  host,
  moment,
  killAfterMs,
  intoWriteMs,
  perSecond,
  forgets,
}: RoundPlan): string {
  const write = intoWriteMs === undefined ? '' : `, then ${intoWriteMs} ms into a write`
  const forgotten = forgets ? ', history forgotten' : ''
  return `${host}, killed ${killAfterMs} ms into ${moment}${write}, ${perSecond} writes/s${forgotten}`
}
