import type { PageLifecycleChange, Random } from '@kube-informer/core'
import { Watchdog } from '../page/watchdog.ts'
import type { HostTransport, TransportListener } from '../transports/host-transport.ts'
import { LeaderTransport } from '../transports/leader-transport.ts'
import { workerChannel } from '../transports/worker-channel.ts'
import type { PageChannel } from '../wire/channel.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { Agent, type Origin } from './agent.ts'
import { fakeLifecycle } from './fake-lifecycle.ts'
import { type FakeWorker, fakeWorker, type WorkerFate } from './fake-worker.ts'

/** The name of the lock and of the announcements. */
export const LEADERSHIP = 'leadership'

/** A tab with a leader transport, and a page that sends hello and runs a watchdog, like a connection. */
export class FakeTab {
  readonly page: Agent
  readonly transport: HostTransport
  readonly workers: FakeWorker[] = []
  /** The notifications of the transport, in order. */
  readonly events: string[] = []
  role: string | undefined
  /** The lock of the host that has welcomed this page, until it is lost. */
  host: string | undefined
  /** How the next workers of this tab behave. */
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
      name: LEADERSHIP,
      locks,
      openBroadcast: broadcasts.open,
      clock,
      random,
      lifecycle: this.#lifecycle,
    })
    this.transport.open(this.#listener())
  }

  /** The current worker of this tab. */
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

  /** Freezes the page. With `event`, the page receives it first (`leave` when it enters the back/forward cache). */
  async freeze(event?: 'freeze' | 'leave'): Promise<void> {
    if (this.page.state !== 'live') return
    if (event) this.#emit(event)
    // The reactions to the event (a released lock) run before the page freezes.
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

  /** Terminates the tab without an event, like a crash. */
  crash(): void {
    this.#end()
    this.page.die()
    for (const { agent } of this.workers) agent.die()
  }

  /** Closes the connection; the page stays open. */
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
    this.#lifecycle.emit(change)
    if (change !== 'resume' || !this.#isLeft) return
    this.#isLeft = false
    this.transport.open(this.#listener())
  }

  #listener(): TransportListener {
    return {
      onChannel: channel => this.#greet(channel),
      onLost: reason => {
        this.events.push(`lost: ${reason}`)
        this.#end()
      },
      onFailure: reason => {
        this.events.push(`failed: ${reason}`)
        this.#end()
      },
      onRole: role => {
        this.role = role
      },
    }
  }

  #greet(channel: PageChannel): void {
    this.events.push('channel')
    this.#end()
    const { clock, locks } = this.page
    const watchdog = new Watchdog({
      clock,
      lifecycle: this.#lifecycle,
      locks,
      lastHeardAt: () => this.transport.lastHeardAt,
      ping: () => channel.post({ type: 'ping' }),
      onEnded: reason => this.transport.restart(reason),
    })
    this.#channel = channel
    this.#watchdog = watchdog
    channel.listen({
      onFailure: () => {},
      onMessage: message => {
        if (this.#channel !== channel) return
        if (message.type !== 'welcome') return
        this.host = message.lock
        this.events.push(`welcome: ${message.lock}`)
        watchdog.welcomed(message.lock)
      },
    })
    channel.post({
      type: 'hello',
      version: PROTOCOL_VERSION,
      probe: CLONE_PROBE,
      fingerprint: '',
      hasToken: false,
      baseUrl: this.#name,
    })
  }
}
