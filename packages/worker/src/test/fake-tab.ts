import type { PageLifecycleChange, Random } from '@kube-informer/core'
import { Watchdog } from '../page/watchdog.ts'
import type { HostTransport, TransportListener } from '../transports/host-transport.ts'
import { LeaderTransport } from '../transports/leader-transport.ts'
import { workerChannel } from '../transports/worker-channel.ts'
import type { PageChannel } from '../wire/channel.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { Agent, type Origin } from './agent.ts'
import { fakeLifecycle } from './fake-lifecycle.ts'
import { type FakeWorker, fakeWorker, type WorkerFate } from './fake-worker.ts'

/** The name of the lock and of the announcements. */
export const LEADERSHIP = 'leadership'

/** A tab with a leader transport, and a page on it that says hello and watches over its host as a connection does. */
export class FakeTab {
  readonly page: Agent
  readonly transport: HostTransport
  readonly workers: FakeWorker[] = []
  /** What the transport told, in order. */
  readonly told: string[] = []
  role: string | undefined
  /** The lock of the host that has welcomed this page, until it is lost. */
  host: string | undefined
  /** How the next workers of this tab come up. */
  fate: WorkerFate = 'serves'
  readonly #name: string
  #isLeft = false
  readonly #lifecycle = fakeLifecycle()
  #channel: PageChannel | undefined
  #watchdog: Watchdog | undefined

  constructor(origin: Origin, name: string, random: Random) {
    this.#name = name
    this.page = new Agent(origin, name)
    const { clock, locks, broadcasts } = this.page
    this.transport = new LeaderTransport({
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
    this.transport.open(this.#listener())
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
    this.transport.close()
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
      this.#isLeft = true
      this.transport.close()
    }
    this.#lifecycle.tell(change)
    if (change !== 'resume' || !this.#isLeft) return
    this.#isLeft = false
    this.transport.open(this.#listener())
  }

  #listener(): TransportListener {
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
      lastHeardAt: () => this.transport.lastHeardAt,
      ping: () => channel.post({ type: 'ping' }),
      onDead: reason => this.transport.restart(reason),
    })
    this.#channel = channel
    this.#watchdog = watchdog
    channel.listen({
      onFailure: () => {},
      onMessage: message => {
        if (this.#channel !== channel) return
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
