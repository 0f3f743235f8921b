import type { Random } from '@kube-informer/core'
import { seededRandom } from '@kube-informer/testing'

/** What a round is about: where the informers run, and when the browser is killed. */
export interface RoundPlan {
  readonly host: 'dedicated' | 'shared' | 'leader'
  /**
   * `start`: while the browser starts. `sync`: while the cache catches up. `churn`: while changes are written all the time.
   * `relist`: after a list, when all is written anew.
   */
  readonly moment: 'start' | 'sync' | 'churn' | 'relist'
  /** How long after that moment has begun. */
  readonly killAfterMs: number
  /** Writes to the server. */
  readonly perSecond: number
  /** Whether the server forgets its history while the browser is away. */
  readonly forgets: boolean
}

const HOSTS = ['dedicated', 'dedicated', 'shared', 'leader'] as const
const MOMENTS = ['start', 'sync', 'sync', 'churn', 'churn', 'churn', 'churn', 'churn', 'relist'] as const

/** The longest wait, in ms, by moment: what is looked for happens within it. */
const LONGEST_MS = { start: 1_500, sync: 300, churn: 1_800, relist: 1_200 } as const

/** The same seed and round always give the same plan. */
export function planRound(seed: number, round: number): RoundPlan {
  const random = seededRandom(seed * 100_003 + round)
  const moment = pick(random, MOMENTS)
  return {
    host: pick(random, HOSTS),
    moment,
    killAfterMs: Math.round(random() * LONGEST_MS[moment]),
    perSecond: Math.round(20 * 50 ** random()),
    forgets: random() < 0.1,
  }
}

function pick<T>(random: Random, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0]
}

export const describePlan = ({ host, moment, killAfterMs, perSecond, forgets }: RoundPlan): string =>
  `${host}, killed ${killAfterMs} ms into ${moment}, ${perSecond} writes/s${forgets ? ', history forgotten' : ''}`
