import type { FaultAction } from '../faults/fault-action.ts'
import { integer, pick, seededRandom } from '../object/random.ts'
import type { FaultStep } from './fault-script.ts'
import type { ServerFault } from './server-fault.ts'

/** Which faults occur, and how often. */
export interface RandomFaultScriptOptions {
  /** The same seed gives the same script. */
  readonly seed: number
  readonly durationMs: number
  /** The average interval between faults. @default 1000 */
  readonly everyMs?: number
  /** The resource whose cache stalls or becomes unavailable: `pods` or `deployments.apps`. @default 'pods' */
  readonly resource?: string
}

type Make = (random: () => number, resource: string) => ServerFault

const ms = (random: () => number, from: number, to: number): number => from + integer(random, to - from)

/** A rule for a few requests. */
const rule =
  (action: (random: () => number) => FaultAction, watch?: boolean): Make =>
  random => ({
    type: 'rule',
    rule: { match: { watch }, times: 1 + integer(random, 3), action: action(random) },
    forMs: ms(random, 100, 3000),
  })

const FAULTS: readonly Make[] = [
  () => ({ type: 'dropWatches' }),
  () => ({ type: 'relist' }),
  () => ({ type: 'restart' }),
  random => ({ type: 'compact', keepsWatchHistory: random() < 0.5 }),
  (random, resource) => ({ type: 'stallWatchCache', resource, forMs: ms(random, 100, 5000) }),
  (random, resource) => ({ type: 'notReady', resource, forMs: ms(random, 100, 3000) }),
  rule(() => ({ type: 'drop' })),
  rule(random => ({ type: 'delay', ms: ms(random, 10, 2000) })),
  rule(() => ({ type: 'expired' })),
  rule(random => ({ type: 'end', afterEvents: integer(random, 5) }), true),
  rule(random => ({ type: 'truncate', afterEvents: integer(random, 5) }), true),
  rule(() => ({ type: 'truncate' }), false),
  rule(random => ({ type: 'split', bytes: ms(random, 1, 100) })),
  rule(random => ({ type: 'slow', everyMs: ms(random, 1, 20), bytes: 8192 })),
  rule(random => ({ type: 'status', code: pick(random, [500, 503, 504]) })),
  rule(random => ({ type: 'status', code: pick(random, [429, 503]), retryAfterSeconds: 1 })),
  rule(() => ({ type: 'status', code: 429, retryAfterSeconds: 1, text: true })),
]

/** A random script of the faults that a client must recover from; permanent faults are not included. */
export function randomFaultScript(options: RandomFaultScriptOptions): readonly FaultStep[] {
  const { seed, durationMs, everyMs = 1000, resource = 'pods' } = options
  const random = seededRandom(seed)
  const steps: FaultStep[] = []
  for (let atMs = 0; ; ) {
    atMs += ms(random, 1, 2 * everyMs)
    if (atMs >= durationMs) return steps
    steps.push({ atMs, fault: pick(random, FAULTS)(random, resource) })
  }
}
