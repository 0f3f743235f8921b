import { seededRandom } from '@kube-informer/testing'

/** How large a tree is. */
export interface TreeSize {
  readonly readers: number
  readonly leaves: number
  /** The largest number of children of a node. */
  readonly fanout: number
  readonly readersPerUser: number
  /** Limits of each leaf. */
  readonly watchesPerSecond: number
  readonly watchBurst: number
  readonly watchBytes: number
  readonly allWatchBytes: number
  /** How many seconds the faults are spread over, once the first watches are open. */
  readonly seconds: number
}

/** What happens to the tree. Numbers of nodes count modulo their number. */
export type TreeAction =
  | { readonly type: 'kill-root'; readonly downMs: number }
  | { readonly type: 'kill-branch'; readonly node: number; readonly downMs: number }
  | { readonly type: 'kill-leaf'; readonly node: number; readonly downMs: number }
  /** The connection of the root to the apiserver breaks, and the next watches are answered with 429. */
  | { readonly type: 'break-upstream'; readonly rejected: number; readonly retryAfterSeconds: number }
  | { readonly type: 'break-link'; readonly node: number }
  /** One user of each leaf loses access. */
  | { readonly type: 'revoke'; readonly user: number }
  | { readonly type: 'forget-token'; readonly user: number }
  /** One in so many readers does not read for a while, in which there are many writes. */
  | { readonly type: 'stall'; readonly oneIn: number; readonly forMs: number }
  | { readonly type: 'writes'; readonly count: number; readonly perSecond: number }

/** A seeded run. */
export interface TreePlan {
  readonly seed: number
  readonly size: TreeSize
  /** Whether the leaves watch RBAC. */
  readonly watchesRbac: boolean
  /** Whether all readers come at once at first; otherwise they come within the time that the leaves need for them. */
  readonly startsTogether: boolean
  readonly steps: readonly { readonly atMs: number; readonly action: TreeAction }[]
  /** When the JSON Web Tokens expire, after the start. */
  readonly tokenExpiresMs: number
}

/** For the tests of a change: seconds of real time. */
export const SMALL: TreeSize = {
  readers: 2000,
  leaves: 4,
  fanout: 2,
  readersPerUser: 25,
  watchesPerSecond: 40,
  watchBurst: 80,
  watchBytes: 256 * 1024,
  allWatchBytes: 1024 * 1024,
  seconds: 90,
}

/** A million readers. */
export const LARGE: TreeSize = {
  readers: 1_000_000,
  leaves: 50,
  fanout: 8,
  readersPerUser: 25,
  watchesPerSecond: 1000,
  watchBurst: 2000,
  watchBytes: 256 * 1024,
  allWatchBytes: 4 * 1024 * 1024,
  seconds: 90,
}

/** How long the leaves need at least to open the watches of all readers. */
export const startMsOf = ({ readers, leaves, watchesPerSecond }: TreeSize): number =>
  (1000 * readers) / leaves / watchesPerSecond

/** Every kind of fault occurs, in an order and at times that the seed decides. */
export function treePlan(seed: number, size: TreeSize): TreePlan {
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const node = () => whole(0, 9999)
  const downMs = () => whole(100, 6000)
  const actions: TreeAction[] = [
    { type: 'kill-root', downMs: downMs() },
    { type: 'kill-branch', node: node(), downMs: downMs() },
    { type: 'kill-leaf', node: node(), downMs: downMs() },
    { type: 'break-upstream', rejected: whole(0, 2), retryAfterSeconds: whole(1, 5) },
    { type: 'break-link', node: node() },
    { type: 'revoke', user: node() },
    { type: 'forget-token', user: node() },
    { type: 'stall', oneIn: whole(20, 100), forMs: whole(20_000, 40_000) },
    { type: 'writes', count: whole(5, 15), perSecond: 50 },
    { type: 'writes', count: whole(5, 15), perSecond: 50 },
  ]
  // The first readers need this long to open their watches.
  const startMs = startMsOf(size)
  const steps = actions.map(action => ({ atMs: startMs + whole(0, size.seconds * 1000), action }))
  return {
    seed,
    size,
    watchesRbac: random() < 0.8,
    startsTogether: random() < 0.5,
    steps: steps.toSorted((a, b) => a.atMs - b.atMs),
    tokenExpiresMs: startMs + whole(0, size.seconds * 1000),
  }
}
