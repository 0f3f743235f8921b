import type { Clock, LockManager, PageLifecycle, PageLifecycleChange, Random } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import type { ConnectionOptions } from '../api/connection.ts'
import type { HostTransport, TransportListener } from '../transports/host-transport.ts'
import type { PageChannel } from '../wire/channel.ts'
import { isCloned, NOT_CLONED } from '../wire/clone-probe.ts'
import {
  type ContentMessage,
  type HelloMessage,
  type HostMessage,
  type PageMessage,
  PROTOCOL_VERSION,
  type WelcomeMessage,
} from '../wire/protocol.ts'
import { readableMessages } from './readable-messages.ts'
import { holdTabLock, type TabLock } from './tab-lock.ts'
import { Watchdog } from './watchdog.ts'

/** Sends a message to one host; does nothing once that host has been replaced. */
export type PostToHost = (message: PageMessage) => void

/** Events of a session. For each host: `onHello`, then `onWelcome`, and at the end `onLost` or `onEnd`. */
interface HostSessionListener extends Pick<TransportListener, 'onRole' | 'onHost'> {
  /** Hello was sent to a host. Messages that are posted now follow it. */
  onHello(post: PostToHost): void
  /** The host serves this page. */
  onWelcome(post: PostToHost): void
  /** The host has ended. The transport looks for the next one. */
  onLost(reason: string): void
  /** There will be no further host. */
  onEnd(reason: string): void
  onMessage(message: ContentMessage): void
  /** The page is offline, or online again. */
  onNetwork(): void
}

export interface HostSessionOptions {
  readonly transport: HostTransport
  readonly hello: Promise<HelloMessage>
  readonly getToken: ConnectionOptions['getToken']
  readonly namespaces: ConnectionOptions['namespaces']
  readonly clock: Clock
  readonly lifecycle: PageLifecycle
  readonly locks: LockManager | undefined
  readonly random: Random
  readonly listener: HostSessionListener
}

/** The host that the session uses now. */
interface CurrentHost {
  readonly channel: PageChannel
  readonly post: PostToHost
  /** Passes messages to the listener. */
  readonly deliver: (message: ContentMessage) => void
  /** Set by the host's welcome. */
  welcome?: { readonly lock: string | undefined }
  /** Absent before hello was sent, and for a host in the same thread. */
  watchdog?: Watchdog
}

/**
 * A page's session with its host, and with the next one when that ends: sends hello, watches the host, answers its requests
 * for a token, forwards wake-ups, and says goodbye. Messages of a host that was replaced are ignored.
 */
export class HostSession {
  readonly #options: HostSessionOptions
  readonly #stopListening: () => void
  #host: CurrentHost | undefined
  #tab: TabLock | undefined
  /** Set once the identity has resolved and the tab's lock is held. */
  #hello: HelloMessage | undefined
  /** A page that was left for the back/forward cache has paused. */
  #state: 'open' | 'paused' | 'closed' = 'open'

  constructor(options: HostSessionOptions) {
    this.#options = options
    this.#stopListening = options.lifecycle.subscribe(change => this.#onLifecycle(change))
    this.#open()
  }

  /** Leaves the host for good. Idempotent. */
  close(): void {
    if (this.#state === 'closed') return
    this.#leave('closed')
    this.#stopListening()
  }

  /** Asks the host to replace its connections. */
  wake(): void {
    if (!this.#host || !this.#hello) return
    this.#host.post({ type: 'wake' })
    this.#watch(this.#host)
  }

  #open(): void {
    const { transport, listener } = this.#options
    transport.open({
      ...listener,
      onChannel: channel => this.#onChannel(channel),
      onLost: reason => this.#onLost(reason),
      onFailure: reason => this.#fail(reason),
    })
    void this.#prepare()
  }

  /** A shared host outlives this page and waits for the tab's lock. The lock must be held before its name is sent. */
  async #prepare(): Promise<void> {
    const { transport, locks, random } = this.#options
    const tab = holdTabLock(transport.isShared ? locks : undefined, random)
    this.#tab = tab
    const [hello, lock] = await Promise.all([this.#options.hello, tab.held])
    if (this.#tab !== tab) return
    this.#hello = { ...hello, ...(lock !== undefined && { lock }) }
    if (this.#host) this.#sendHello(this.#host)
  }

  #onChannel(channel: PageChannel): void {
    if (this.#host) this.#onLost('another worker has taken over')
    const isCurrent = () => this.#host === host
    const host: CurrentHost = {
      channel,
      post: message => isCurrent() && channel.post(message),
      deliver: readableMessages(message => isCurrent() && this.#options.listener.onMessage(message)),
    }
    this.#host = host
    channel.listen({
      onMessage: message => isCurrent() && this.#onMessage(host, message),
      // Transports handle failures of their channels.
      onFailure: () => {},
    })
    this.#sendHello(host)
  }

  #sendHello(host: CurrentHost): void {
    if (!this.#hello) return
    host.post(this.#hello)
    this.#watch(host)
    this.#options.listener.onHello(host.post)
  }

  #watch(host: CurrentHost): void {
    const { transport, clock, lifecycle, locks } = this.#options
    // A host in the same thread cannot end or hang alone.
    if (transport.kind === 'inline') return
    host.watchdog?.stop()
    host.watchdog = new Watchdog({
      clock,
      lifecycle,
      locks,
      lastHeardAt: () => transport.lastHeardAt,
      ping: () => host.post({ type: 'ping' }),
      onEnded: reason => this.#restart(reason),
    })
    if (host.welcome) host.watchdog.welcomed(host.welcome.lock)
  }

  #onMessage(host: CurrentHost, message: HostMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#onWelcome(host, message)
        break
      case 'rejected':
        this.#fail(message.reason)
        break
      case 'needToken':
        void this.#sendToken(host, message.id)
        break
      case 'needNamespaces':
        void this.#sendNamespaces(host, message.id)
        break
      // The transport looks for another kind of host.
      case 'unsuited':
      case 'pong':
        break
      default:
        host.deliver(message)
    }
  }

  #onWelcome(host: CurrentHost, { version, probe, lock }: WelcomeMessage): void {
    const isOther = version !== PROTOCOL_VERSION
    if (isOther || !isCloned(probe)) {
      const reason = `the host uses protocol ${version}, this page ${PROTOCOL_VERSION}: reload the page`
      this.#fail(isOther ? reason : NOT_CLONED)
      return
    }
    host.welcome = { lock }
    host.watchdog?.welcomed(lock)
    this.#options.listener.onWelcome(host.post)
  }

  async #sendToken({ post }: CurrentHost, id: number): Promise<void> {
    try {
      const token = await this.#options.getToken?.()
      post({ type: 'token', id, ...(token !== undefined && { token }) })
    } catch (error) {
      post({ type: 'token', id, error: errorMessage(error) })
    }
  }

  async #sendNamespaces({ post }: CurrentHost, id: number): Promise<void> {
    try {
      const { namespaces = [] } = this.#options
      const names = typeof namespaces === 'function' ? await namespaces() : namespaces
      post({ type: 'namespaces', id, names })
    } catch (error) {
      post({ type: 'namespaces', id, error: errorMessage(error) })
    }
  }

  #onLifecycle(change: PageLifecycleChange | undefined): void {
    if (change === 'online' || change === 'offline') this.#options.listener.onNetwork()
    if (change === 'leave') this.#pause()
    else if (change === 'resume' && this.#state === 'paused') this.#resume()
    else if (change === 'resume' || change === 'online') this.wake()
  }

  /**
   * A page that waits for locks or holds one is not eligible for the back/forward cache. A worker of such a page keeps its
   * locks and transactions in WebKit, and other tabs would wait for them.
   */
  #pause(): void {
    const { transport, listener } = this.#options
    if (this.#state === 'paused' || transport.kind === 'inline') return
    this.#leave('paused')
    listener.onLost('the page was left')
  }

  #resume(): void {
    this.#state = 'open'
    this.#open()
  }

  #restart(reason: string): void {
    this.#onLost(reason)
    this.#options.transport.restart(reason)
  }

  #onLost(reason: string): void {
    this.#drop()
    this.#options.listener.onLost(reason)
  }

  #fail(reason: string): void {
    this.close()
    this.#options.listener.onEnd(reason)
  }

  #leave(state: 'paused' | 'closed'): void {
    this.#state = state
    this.#host?.post({ type: 'goodbye' })
    this.#drop()
    this.#tab?.release()
    this.#tab = undefined
    this.#hello = undefined
    this.#options.transport.close()
  }

  #drop(): void {
    this.#host?.watchdog?.stop()
    this.#host = undefined
  }
}
