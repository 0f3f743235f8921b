import type { Clock, Fetch } from '@kube-informer/core'
import { createFakeBroadcasts, createFakeLocks, seededRandom } from '@kube-informer/testing'
import { hostInformers, type SharedScope, type WorkerScope } from '@kube-informer/worker/host'
import { Agent } from './agent.ts'
import { openDisk, Platter } from './memory-disk.ts'
import { informers } from './page-informers.ts'
import { Port } from './port.ts'
import type { Truth } from './truth.ts'

/** What {@link Browser} takes. */
export interface BrowserOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly truth: Truth
  readonly seed: number
}

/** What tabs and workers of one origin share: disk, locks, broadcast channels and a shared worker. */
export class Browser {
  readonly disk: Platter
  readonly #options: BrowserOptions
  readonly #locks = createFakeLocks()
  readonly #broadcasts = createFakeBroadcasts()
  readonly #workers: Agent[] = []
  #seed: number
  #shared: SharedWorkerLife | undefined

  constructor(options: BrowserOptions) {
    this.#options = options
    this.#seed = options.seed
    this.disk = new Platter(options.truth)
  }

  /** Something new with a life of its own. */
  agent(): Agent {
    const { clock, fetch } = this.#options
    return new Agent({ clock, fetch, locks: this.#locks.agent(), broadcasts: this.#broadcasts.agent() })
  }

  /** A number in [0, 1) for whoever asks, the same in every run of the history. */
  random(): () => number {
    return seededRandom(++this.#seed)
  }

  /** `new Worker` in a tab. */
  startWorker(tab: Agent): Worker {
    const agent = this.#newWorker()
    tab.adopt(agent)
    const end = () => agent.die()
    const [outside, inside] = [new Port(tab), new Port(agent, end)]
    outside.connect(inside)
    agent.run(() => this.#host(agent, inside))
    return Object.assign(outside, { terminate: end }) as unknown as Worker
  }

  /** `new SharedWorker` in a tab: the one that runs, or a new one. */
  shareWorker(tab: Agent): SharedWorker {
    if (!this.#shared?.agent.isAlive) this.#shared = this.#startShared()
    const { agent, scope, tabs } = this.#shared
    const [outside, inside] = [new Port(tab), new Port(agent)]
    outside.connect(inside)
    tabs.add(tab)
    const connected = { ports: [inside] } as unknown as MessageEvent
    queueMicrotask(() => agent.run(() => scope.onconnect?.(connected)))
    return { port: outside, onerror: null } as unknown as SharedWorker
  }

  /** A shared worker lives as long as one of its tabs. */
  tabDied(): void {
    const { agent, tabs } = this.#shared ?? {}
    if (tabs && ![...tabs].some(tab => tab.isAlive)) agent?.die()
  }

  /** The workers that live. */
  get workers(): readonly Agent[] {
    return this.#workers.filter(({ isAlive }) => isAlive)
  }

  #newWorker(): Agent {
    const agent = this.agent()
    this.#workers.push(agent)
    return agent
  }

  #startShared(): SharedWorkerLife {
    const agent = this.#newWorker()
    const scope: SharedScope = { onconnect: null }
    this.#host(agent, scope)
    return { agent, scope, tabs: new Set() }
  }

  /** What a worker's file does. */
  #host(agent: Agent, scope: WorkerScope | SharedScope): void {
    hostInformers(informers, {
      scope,
      clock: agent.clock,
      fetch: agent.fetch,
      locks: agent.locks,
      random: this.random(),
      openBroadcast: agent.openBroadcast,
      disk: openDisk(this.disk, agent, this.random()),
    })
  }
}

interface SharedWorkerLife {
  readonly agent: Agent
  readonly scope: SharedScope
  readonly tabs: Set<Agent>
}
