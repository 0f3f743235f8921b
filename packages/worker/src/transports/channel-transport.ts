import type { Clock, TimerHandle } from '@kube-informer/core'
import type { HostKind } from '../api/host-kind.ts'
import type { PageChannel } from '../wire/channel.ts'
import type { HostTransport, TransportListener } from './host-transport.ts'
import { RestartBackoff } from './restart-backoff.ts'
import { tapChannel } from './tap-channel.ts'

/** What {@link ChannelTransport} takes. */
export interface ChannelTransportOptions {
  readonly kind: HostKind
  /** Makes a host or finds it, and answers with the channel to it. What it throws is the reason of a failure. */
  readonly connect: () => PageChannel
  readonly clock: Clock
  /** Whether other tabs use the same host: a page that leaves closes only its own channel. @default false */
  readonly isShared?: boolean | undefined
  /**
   * Whether a host that never said a word before `restart` is the transport's failure. Not for a worker of this page's own, which
   * tells of its errors and can be ended; a shared worker does neither.
   * @default false
   */
  readonly failsWhenSilent?: boolean | undefined
}

/**
 * A transport whose hosts this page makes by itself: a worker, a port of a shared worker, or a host in this very thread.
 *
 * A start that fails is final as long as no host has ever answered: the script is missing or broken, and will be. Later
 * it may be the network, and is tried again.
 */
export class ChannelTransport implements HostTransport {
  readonly kind: HostKind
  readonly pause: (() => void) | undefined
  readonly resume: (() => void) | undefined
  readonly #options: ChannelTransportOptions
  readonly #pauses: RestartBackoff
  #listener: TransportListener | undefined
  #channel: PageChannel | undefined
  #pause: TimerHandle
  /** The host of the present channel has answered. */
  #heard = false
  /** Any host of this transport ever has. */
  #everHeard = false

  constructor(options: ChannelTransportOptions) {
    this.kind = options.kind
    this.#options = options
    this.#pauses = new RestartBackoff(options.clock)
    this.pause = options.isShared ? () => this.#drop() : undefined
    this.resume = options.isShared ? () => this.#resume() : undefined
  }

  open(listener: TransportListener): void {
    this.#listener = listener
    this.#start()
  }

  restart(reason: string): void {
    if (!this.#channel) return
    if (!this.#heard && this.#options.failsWhenSilent) this.#fail(reason)
    else this.#startAgain(reason)
  }

  close(): void {
    this.#listener = undefined
    this.#drop()
  }

  #resume(): void {
    if (this.#listener && !this.#channel && this.#pause === undefined) this.#start()
  }

  /** At once, so that a worker's script is on its way; told in a microtask, since nothing is told inside `open`. */
  #start(): void {
    this.#pause = undefined
    this.#pauses.started()
    this.#heard = false
    const channel = this.#connect()
    if (!channel) return
    this.#channel = channel
    queueMicrotask(() => {
      if (this.#channel === channel) this.#listener?.onChannel(channel)
    })
  }

  #connect(): PageChannel | undefined {
    try {
      const channel: PageChannel = tapChannel(this.#options.connect(), {
        onHeard: () => {
          this.#heard = true
          this.#everHeard = true
        },
        onFailure: reason => {
          if (this.#channel === channel) this.#failed(reason)
        },
      })
      return channel
    } catch (error) {
      const reason = `the worker could not be started: ${String(error)}`
      queueMicrotask(() => this.#failed(reason))
      return undefined
    }
  }

  #failed(reason: string): void {
    if (this.#everHeard) this.#startAgain(reason)
    else this.#fail(reason)
  }

  #startAgain(reason: string): void {
    const listener = this.#listener
    if (!listener) return
    this.#drop()
    this.#pause = this.#options.clock.setTimeout(() => this.#start(), this.#pauses.next())
    listener.onLost(reason)
  }

  #fail(reason: string): void {
    const listener = this.#listener
    this.close()
    listener?.onFailure(reason)
  }

  #drop(): void {
    this.#options.clock.clearTimeout(this.#pause)
    this.#pause = undefined
    this.#channel?.close()
    this.#channel = undefined
  }
}
