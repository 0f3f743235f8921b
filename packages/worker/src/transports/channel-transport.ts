import type { Clock, TimerHandle } from '@kube-informer/core'
import type { HostKind } from '../api/host-kind.ts'
import type { PageChannel } from '../wire/channel.ts'
import type { HostTransport, TransportListener } from './host-transport.ts'
import { RestartBackoff } from './restart-backoff.ts'
import { type TappedChannel, tapChannel } from './tap-channel.ts'

export interface ChannelTransportOptions {
  readonly kind: HostKind
  /** Starts or finds a host and returns the channel to it. An exception is the reason of a failure. */
  readonly connect: () => PageChannel
  readonly clock: Clock
  /** Whether other tabs use the same host: a page that leaves closes only its own channel. @default false */
  readonly isShared?: boolean | undefined
  /**
   * Whether the page has another kind of host. The transport then fails if its host is to be restarted before it has sent a
   * message, or says that it is unsuited. For shared workers: the page can neither observe their errors nor terminate them,
   * unlike a worker of its own.
   * @default false
   */
  readonly hasNext?: boolean | undefined
}

/** How long a host that has ended can still be found by its name. */
const SHARED_PAUSE_MS = 100

/**
 * A transport whose hosts this page starts itself: a worker, a port of a shared worker, or a host in the same thread.
 *
 * A failed start is final until a host has responded for the first time: the script is missing or broken. Later the cause
 * may be the network, and the start is retried.
 */
export class ChannelTransport implements HostTransport {
  readonly kind: HostKind
  readonly isShared: boolean
  readonly #options: ChannelTransportOptions
  readonly #pauses: RestartBackoff
  #listener: TransportListener | undefined
  #channel: TappedChannel | undefined
  #pause: TimerHandle
  /** Whether any host of this transport has responded. */
  #everHeard = false

  constructor(options: ChannelTransportOptions) {
    this.kind = options.kind
    this.#options = options
    this.#pauses = new RestartBackoff(options.clock)
    this.isShared = options.isShared ?? false
  }

  get lastHeardAt(): number | undefined {
    return this.#channel?.lastHeardAt
  }

  open(listener: TransportListener): void {
    this.#listener = listener
    this.#start()
  }

  restart(reason: string): void {
    if (!this.#channel) return
    if (this.lastHeardAt === undefined && this.#options.hasNext) this.#fail(reason)
    else this.#startAgain(reason)
  }

  close(): void {
    this.#listener = undefined
    this.#drop()
  }

  /**
   * Connects at once, so that the script of a worker loads early. Reports in a microtask, since no listener is called
   * inside `open`.
   */
  #start(): void {
    this.#pause = undefined
    this.#pauses.started()
    const channel = this.#connect()
    if (!channel) return
    this.#channel = channel
    queueMicrotask(() => {
      if (this.#channel === channel) this.#listener?.onChannel(channel)
    })
  }

  #connect(): TappedChannel | undefined {
    try {
      const channel: TappedChannel = tapChannel(this.#options.connect(), {
        clock: this.#options.clock,
        onHeard: message => {
          this.#everHeard = true
          if (message.type === 'unsuited' && this.#options.hasNext) this.#fail(message.reason)
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
    this.#pause = this.#options.clock.setTimeout(() => this.#start(), this.#nextPauseMs())
    listener.onLost(reason)
  }

  /** Firefox connects a page to a shared worker that has released its locks and is not yet unregistered. */
  #nextPauseMs(): number {
    return Math.max(this.#pauses.next(), this.isShared ? SHARED_PAUSE_MS : 0)
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
