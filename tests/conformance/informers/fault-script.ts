import { setTimeout as sleep } from 'node:timers/promises'
import {
  createFakeApiserver,
  type FakeApiserver,
  type FaultRule,
  generatePods,
  type Pod,
  pods,
  seededRandom,
} from '@kube-informer/testing'

/** A fault. It returns a function that reverts it, unless removing all rules does. */
interface Phase {
  readonly name: string
  readonly start: (server: FakeApiserver) => (() => void) | undefined
}

/** The faults, injected one after the other while objects change continuously. */
const PHASES: readonly Phase[] = [
  { name: 'no fault', start: simply(() => {}) },
  {
    name: 'streams that end',
    start: faults({ match: { watch: true }, action: { type: 'end', afterEvents: 3 } }),
  },
  {
    name: 'streams that break off',
    start: faults({ match: { watch: true }, action: { type: 'truncate', afterEvents: 2 } }),
  },
  { name: 'all connections lost', start: simply(server => server.dropWatches()) },
  {
    name: 'dropped and delayed responses',
    start: faults({ times: 2, action: { type: 'drop' } }, { times: 2, action: { type: 'delay', ms: 300 } }),
  },
  {
    name: '500, 503 and 429',
    start: faults(
      { times: 1, action: { type: 'status', code: 500 } },
      { times: 1, action: { type: 'status', code: 429, retryAfterSeconds: 1 } },
      { times: 1, action: { type: 'status', code: 503, retryAfterSeconds: 1, text: true } },
    ),
  },
  {
    name: '410 in a stream',
    start: faults({ match: { watch: true }, times: 2, action: { type: 'expired' } }),
  },
  { name: 'chunks of seven bytes', start: faults({ action: { type: 'split', bytes: 7 } }) },
  { name: 'slow chunks', start: faults({ action: { type: 'slow', everyMs: 1, bytes: 4096 } }) },
  { name: 'gzip, a member for each flush', start: faults({ action: { type: 'gzip' } }) },
  {
    name: 'history compacted while no watch is open',
    start: simply(server => {
      server.dropWatches()
      server.compact()
    }),
  },
  {
    name: 'lists that break off',
    start: faults({ match: { watch: false }, times: 1, action: { type: 'truncate' } }),
  },
  { name: 'a relist of the watch cache', start: simply(server => server.relist()) },
  {
    name: 'a watch without further events',
    start: faults({ match: { watch: true }, times: 1, action: { type: 'stall', afterEvents: 1 } }),
  },
  {
    name: 'a server that is not ready',
    start: server => {
      server.setReady(pods, false)
      return () => server.setReady(pods, true)
    },
  },
  {
    name: 'a watch cache that lags behind storage',
    start: server => server.stallWatchCache(pods),
  },
  { name: 'revoked credentials', start: server => server.revokeTokens() },
  { name: 'a restart', start: simply(server => server.restart()) },
]

/** The duration of each fault, and the interval between changes of objects. */
const PHASE_MS = 500
const WRITES_EVERY_MS = 5

/** A server with Pods, and a script that injects faults. */
export class FaultScript {
  readonly server: FakeApiserver
  readonly #random: () => number
  readonly #spare: Pod[]

  constructor(seed: number) {
    const made = generatePods({ count: 150, seed })
    this.server = createFakeApiserver({ objects: made.slice(0, 100) })
    this.#spare = made.slice(100)
    this.#random = seededRandom(seed)
  }

  /** Runs the script. Afterwards no fault is active and no writes follow. */
  async run(): Promise<void> {
    const writing = setInterval(() => this.#write(), WRITES_EVERY_MS)
    for (const { start } of this.#shuffled()) {
      const revert = start(this.server)
      await sleep(PHASE_MS)
      revert?.()
      this.server.faults.clear()
      // Closes streams that the fault still affects; a client would keep them open for minutes.
      this.server.restart()
    }
    clearInterval(writing)
  }

  #shuffled(): typeof PHASES {
    return PHASES.map(phase => ({ phase, at: this.#random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ phase }) => phase)
  }

  /** Usually changes a Pod; sometimes deletes, creates or recreates one. */
  #write(): void {
    const existing = this.server.list(pods)
    const victim = existing[Math.floor(this.#random() * existing.length)]
    const dice = this.#random()
    if (!victim || dice < 0.15) {
      const next = this.#spare.pop()
      if (next) this.server.create(next)
    } else if (dice < 0.3) {
      this.#spare.unshift(this.server.delete(victim))
    } else if (dice < 0.35) {
      this.server.delete(victim)
      this.server.create(victim)
    } else {
      const labels = { ...victim.metadata.labels, changed: String(dice) }
      this.server.update({ ...victim, metadata: { ...victim.metadata, labels } })
    }
  }
}

function faults(...rules: readonly FaultRule[]): Phase['start'] {
  return simply(server => {
    for (const rule of rules) server.faults.add(rule)
    // Faults do not affect open watches, so all clients must reconnect.
    server.dropWatches()
  })
}

/** A phase without a revert function. */
function simply(start: (server: FakeApiserver) => void): Phase['start'] {
  return server => {
    start(server)
    return undefined
  }
}
