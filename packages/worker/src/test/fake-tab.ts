import type { PageLifecycleChange, Random } from '@kube-informer/core'
import type { PageChannel } from '../channel.ts'
import type { HostLine, LineListener } from '../lines/host-line.ts'
import { LeaderLine } from '../lines/leader-line.ts'
import { workerChannel } from '../lines/worker-channel.ts'
import { Watchdog } from '../page/watchdog.ts'
import { PROTOCOL_VERSION } from '../protocol.ts'
import { Agent, type Origin } from './agent.ts'
import { fakeLifecycle } from './fake-lifecycle.ts'
import { type FakeWorker, fakeWorker, type WorkerFate } from './fake-worker.ts'

/** The name of the lock and of the announcements. */
export const LEADERSHIP = 'leadership'

/** A tab with a leader line, and a page on it that says hello and watches over its host as a connection does. */
export class FakeTab {
  readonly page: Agent
  readonly line: HostLine
  readonly workers: FakeWorker[] = []
  /** What the line told, in order. */
  readonly told: string[] = []
  role: string | undefined
  /** The lock of the host that has welcomed this page, until it is lost. */
  host: string | undefined
  /** How the next workers of this tab come up. */
  fate: WorkerFate = 'serves'
  readonly #name: string
  readonly #lifecycle = fakeLifecycle()
  #channel: PageChannel | undefined
  #watchdog: Watchdog | undefined

  constructor(origin: Origin, name: string, random: Random) {
    this.#name = name
    this.page = new Agent(origin, name)
    const { clock, locks, broadcasts } = this.page
    this.line = new LeaderLine({
      connect: lead => {
        const made = fakeWorker(origin, this.page, `${name}/${this.workers.length}`, this.fate)
        this.workers.push(made)
        made.worker.postMessage(lead)
        return workerChannel(made.worker)
      },
      ...{
        name: LEADERSHIP,
        locks,
        openBroadcast: broadcasts.open,
        clock,
        random,
        lifecycle: this.#lifecycle,
      },
    })
    this.line.open(this.#listener())
  }

  /** The worker that this tab has now. */
  get worker(): FakeWorker | undefined {
    return this.workers.findLast(({ agent }) => agent.state !== 'dead')
  }

  get isLive(): boolean {
    return this.page.state !== 'dead'
  }

  show(visible: boolean): void {
    this.#lifecycle.visible = visible
    if (this.page.state === 'live') this.#emit('visibility')
  }

  /** The page runs no more; with `warning`, it is told before (`freeze`, or `leave` on its way into the cache). */
  async freeze(warning?: 'freeze' | 'leave'): Promise<void> {
    if (this.page.state !== 'live') return
    if (warning) this.#emit(warning)
    // What the event led to (a lock set free) is done before the page stops.
    await new Promise<void>(resolve => setImmediate(resolve))
    this.page.freeze()
    this.worker?.agent.freeze()
  }

  thaw(): void {
    if (this.page.state !== 'frozen') return
    this.page.thaw()
    this.worker?.agent.thaw()
    this.#emit('resume')
  }

  /** The tab is closed without a word, or its process is gone. */
  crash(): void {
    this.#end()
    this.page.die()
    for (const { agent } of this.workers) agent.die()
  }

  /** The connection is closed, the page lives on. */
  close(): void {
    this.#channel?.post({ type: 'goodbye' })
    this.#end()
    this.line.close()
  }

  #end(): void {
    this.#watchdog?.stop()
    this.#watchdog = undefined
    this.#channel = undefined
    this.host = undefined
  }

  #emit(change: PageLifecycleChange): void {
    if (change === 'leave') {
      this.#end()
      this.line.pause?.()
    }
    this.#lifecycle.tell(change)
    if (change === 'resume') this.line.resume?.()
  }

  #listener(): LineListener {
    return {
      onChannel: channel => this.#greet(channel),
      onLost: reason => {
        this.told.push(`lost: ${reason}`)
        this.#end()
      },
      onFailure: reason => {
        this.told.push(`failed: ${reason}`)
        this.#end()
      },
      onRole: role => {
        this.role = role
      },
    }
  }

  #greet(channel: PageChannel): void {
    this.told.push('channel')
    this.#end()
    const { clock, locks } = this.page
    const watchdog = new Watchdog({
      ...{ clock, lifecycle: this.#lifecycle, locks },
      ping: () => channel.post({ type: 'ping' }),
      onDead: reason => this.line.restart(reason),
    })
    this.#channel = channel
    this.#watchdog = watchdog
    channel.listen({
      onFailure: () => {},
      onMessage: message => {
        if (this.#channel !== channel) return
        watchdog.heard()
        if (message.type !== 'welcome') return
        this.host = message.lock
        this.told.push(`welcome: ${message.lock}`)
        watchdog.welcomed(message.lock)
      },
    })
    channel.post({
      ...{ type: 'hello', version: PROTOCOL_VERSION, fingerprint: '', hasToken: false },
      baseUrl: this.#name,
    })
  }
}
