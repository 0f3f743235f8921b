import type { Clock, Fetch } from '@kube-informer/core'
import { createFakeBroadcasts, createFakeLocks, seededRandom } from '@kube-informer/testing'
import { hostInformers, type SharedScope, type WorkerScope } from '@kube-informer/worker/host'
import { HostAnswers } from './host-answers.ts'
import { MemoryDisk, openDisk } from './memory-disk.ts'
import { informers } from './page-informers.ts'
import { Port } from './port.ts'
import { ScriptContext } from './script-context.ts'
import type { ServerLog } from './server-log.ts'

/** Options of {@link Browser}. */
export interface BrowserOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly log: ServerLog
  readonly seed: number
}

/** What the tabs and workers of one origin share: disk, locks, broadcast channels and a shared worker. */
export class Browser {
  readonly disk: MemoryDisk
  readonly #options: BrowserOptions
  readonly #locks = createFakeLocks()
  readonly #broadcasts = createFakeBroadcasts()
  readonly #workers: ScriptContext[] = []
  readonly #hosts: RunningHost[] = []
  #seed: number
  #shared: RunningSharedWorker | undefined

  constructor(options: BrowserOptions) {
    this.#options = options
    this.#seed = options.seed
    this.disk = new MemoryDisk(options.log)
  }

  /** Creates the context of a tab or a worker. */
  createContext(): ScriptContext {
    const { clock, fetch } = this.#options
    return new ScriptContext({
      clock,
      fetch,
      locks: this.#locks.agent(),
      broadcasts: this.#broadcasts.agent(),
    })
  }

  /** Creates a random generator; a replay of the history creates the same sequence of generators. */
  createRandom(): () => number {
    return seededRandom(++this.#seed)
  }

  /** `new Worker` in a tab. */
  startWorker(tab: ScriptContext): Worker {
    const context = this.#createWorkerContext()
    tab.addChild(context)
    const terminate = () => context.terminate()
    const [outside, inside] = [new Port(tab), new Port(context, terminate)]
    outside.connect(inside)
    context.run(() => this.#runHost(context, inside, tab))
    return Object.assign(outside, { terminate }) as unknown as Worker
  }

  /** `new SharedWorker` in a tab: connects to the running shared worker, or starts one. */
  shareWorker(tab: ScriptContext): SharedWorker {
    if (!this.#shared?.context.isAlive) this.#shared = this.#startShared()
    const { context, scope, tabs } = this.#shared
    const [outside, inside] = [new Port(tab), new Port(context)]
    outside.connect(inside)
    tabs.add(tab)
    const connected = { ports: [inside] } as unknown as MessageEvent
    queueMicrotask(() => context.run(() => scope.onconnect?.(connected)))
    return { port: outside, onerror: null } as unknown as SharedWorker
  }

  /** Terminates the shared worker when all of its tabs are gone. */
  onTabTerminated(): void {
    const { context, tabs } = this.#shared ?? {}
    if (tabs && ![...tabs].some(tab => tab.isAlive)) context?.terminate()
  }

  /** The answers to all hosts so far. */
  get answers(): readonly HostAnswers[] {
    return this.#hosts.map(({ answers }) => answers)
  }

  /**
   * The answers to the host that runs; undefined unless there is exactly one.
   *
   * @param tab the tab that has started it; absent for a host that serves all tabs
   */
  answersNow(tab?: ScriptContext): HostAnswers | undefined {
    const running = this.#hosts.filter(
      host => host.context.isAlive && !host.context.isFrozen && (!tab || host.tab === tab),
    )
    return running.length === 1 ? running[0]?.answers : undefined
  }

  /** The running workers. */
  get workers(): readonly ScriptContext[] {
    return this.#workers.filter(({ isAlive }) => isAlive)
  }

  #createWorkerContext(): ScriptContext {
    const context = this.createContext()
    this.#workers.push(context)
    return context
  }

  #startShared(): RunningSharedWorker {
    const context = this.#createWorkerContext()
    const scope: SharedScope = { onconnect: null }
    this.#runHost(context, scope)
    return { context, scope, tabs: new Set() }
  }

  /** Runs the script of a worker. */
  #runHost(context: ScriptContext, scope: WorkerScope | SharedScope, tab?: ScriptContext): void {
    const answers = new HostAnswers(context.clock)
    this.#hosts.push({ context, answers, tab })
    hostInformers(informers, {
      scope,
      clock: context.clock,
      fetch: answers.recording(context.fetch),
      locks: context.locks,
      random: this.createRandom(),
      openBroadcast: context.openBroadcast,
      disk: openDisk(this.disk, context, this.createRandom()),
    })
  }
}

interface RunningHost {
  readonly context: ScriptContext
  readonly answers: HostAnswers
  /** The tab that has started it; undefined for a shared worker. */
  readonly tab: ScriptContext | undefined
}

interface RunningSharedWorker {
  readonly context: ScriptContext
  readonly scope: SharedScope
  readonly tabs: Set<ScriptContext>
}
