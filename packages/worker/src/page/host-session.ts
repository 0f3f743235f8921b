import type { Clock, LockManager, PageLifecycle, PageLifecycleChange, Random } from '@kube-informer/core'
import type { ConnectionOptions } from '../api/connection.ts'
import type { HostKind } from '../api/host-kind.ts'
import type { HostTransport } from '../transports/host-transport.ts'
import type { PageChannel } from '../wire/channel.ts'
import { type HelloMessage, type HostMessage, type PageMessage, PROTOCOL_VERSION } from '../wire/protocol.ts'
import { messageOf } from './identity.ts'
import { holdTabLock, type TabLock } from './tab-lock.ts'
import { Watchdog } from './watchdog.ts'

/** Says something to one host; silent once that one is gone. */
export type PostToHost = (message: PageMessage) => void

/** What a link tells its connection. Each host is told of by `onHello`, `onWelcome`, and at the end `onLost` or `onEnd`. */
interface HostSessionListener {
  /** Hello was said to a host; what is posted now comes after that. */
  onHello(post: PostToHost): void
  /** It has answered, and will serve this page. */
  onWelcome(post: PostToHost): void
  /** It is gone; the next one is on its way. */
  onLost(reason: string): void
  /** There will be no more hosts. */
  onEnd(reason: string): void
  onRole(role: 'leader' | 'follower'): void
  /** The transport goes on with another kind of host. */
  onKind(kind: HostKind, reason: string): void
  onMessage(message: HostMessage): void
}

/** What {@link HostSession} takes. */
export interface HostSessionOptions {
  readonly transport: HostTransport
  readonly hello: Promise<HelloMessage>
  readonly getToken: ConnectionOptions['getToken']
  readonly clock: Clock
  readonly lifecycle: PageLifecycle
  readonly locks: LockManager | undefined
  readonly random: Random
  readonly listener: HostSessionListener
}

interface CurrentHost {
  readonly channel: PageChannel
  readonly post: PostToHost
  /** Set by the host's welcome. */
  welcome?: { readonly lock: string | undefined }
}

/**
 * A page at one host after the other: says hello, watches over the host, answers its questions for a token, wakes it, and
 * leaves it. What a host says after another one has taken its place is not heard.
 */
export class HostSession {
  readonly #options: HostSessionOptions
  readonly #stopListening: () => void
  #current: CurrentHost | undefined
  #watchdog: Watchdog | undefined
  #tab: TabLock | undefined
  /** Absent until the identity is known and the lock is held. */
  #hello: HelloMessage | undefined
  #paused = false
  #closed = false

  constructor(options: HostSessionOptions) {
    this.#options = options
    this.#stopListening = options.lifecycle.subscribe(change => this.#onLife(change))
    const { listener } = options
    options.transport.open({
      onChannel: channel => this.#take(channel),
      onLost: reason => this.#lose(reason),
      onFailure: reason => this.#fail(reason),
      onRole: role => this.#closed || listener.onRole(role),
      onHost: (kind, reason) => this.#closed || listener.onKind(kind, reason),
    })
    void this.#prepare()
  }

  /** Leaves the host, for good. Idempotent. */
  close(): void {
    if (this.#closed) return
    this.#leave()
    this.#closed = true
    this.#stopListening()
    this.#options.transport.close()
  }

  /** A host that outlives this page needs a sign of its death: the lock, which has to be held before its name is told. */
  async #prepare(): Promise<void> {
    const { transport, locks, random } = this.#options
    const outlived = transport.kind === 'shared' || transport.kind === 'leader'
    const tab = holdTabLock(outlived ? locks : undefined, random)
    this.#tab = tab
    const [hello, lock] = await Promise.all([this.#options.hello, tab.held])
    if (this.#tab !== tab) return
    this.#hello = { ...hello, ...(lock !== undefined && { lock }) }
    if (this.#current) this.#greet(this.#current)
  }

  #take(channel: PageChannel): void {
    if (this.#closed || this.#paused) return
    if (this.#current) this.#lose('another worker has taken over')
    const isCurrent = () => this.#current === session
    const session: CurrentHost = { channel, post: message => isCurrent() && channel.post(message) }
    this.#current = session
    channel.listen({
      onMessage: message => isCurrent() && this.#receive(session, message),
      onFailure: reason => isCurrent() && this.#restart(reason),
    })
    this.#greet(session)
  }

  #greet(session: CurrentHost): void {
    if (!this.#hello) return
    session.post(this.#hello)
    this.#watch(session)
    this.#options.listener.onHello(session.post)
  }

  #watch(session: CurrentHost): void {
    const { transport, clock, lifecycle, locks } = this.#options
    // Within one thread nobody can be stuck or dead alone.
    if (transport.kind === 'inline') return
    this.#watchdog?.stop()
    const ping = () => session.post({ type: 'ping' })
    const watchdog = new Watchdog({ clock, lifecycle, locks, ping, onDead: reason => this.#restart(reason) })
    this.#watchdog = watchdog
    if (session.welcome) watchdog.welcomed(session.welcome.lock)
  }

  #receive(session: CurrentHost, message: HostMessage): void {
    this.#watchdog?.heard()
    switch (message.type) {
      case 'welcome':
        this.#onWelcome(session, message.version, message.lock)
        break
      case 'rejected':
        this.#fail(message.reason)
        break
      case 'needToken':
        void this.#sendToken(session, message.id)
        break
      case 'pong':
        break
      default:
        this.#options.listener.onMessage(message)
    }
  }

  #onWelcome(session: CurrentHost, version: number, lock: string | undefined): void {
    if (version !== PROTOCOL_VERSION) {
      this.#fail(`the host speaks protocol ${version}, this page ${PROTOCOL_VERSION}: reload the page`)
      return
    }
    session.welcome = { lock }
    this.#watchdog?.welcomed(lock)
    this.#options.listener.onWelcome(session.post)
  }

  async #sendToken({ post }: CurrentHost, id: number): Promise<void> {
    try {
      const token = await this.#options.getToken?.()
      post({ type: 'token', id, ...(token !== undefined && { token }) })
    } catch (error) {
      post({ type: 'token', id, error: messageOf(error) })
    }
  }

  #onLife(change: PageLifecycleChange | undefined): void {
    if (change === 'leave') this.#pause()
    else if (change === 'resume' && this.#paused) this.#resume()
    else if (change === 'resume' || change === 'online') this.#wake()
  }

  /** A page that waits for locks, or holds one, is kept out of the back/forward cache. */
  #pause(): void {
    this.#watchdog?.stop()
    const { transport, listener } = this.#options
    if (this.#paused || !transport.pause) return
    this.#paused = true
    this.#leave()
    listener.onLost('the page was left')
    transport.pause()
  }

  #resume(): void {
    this.#paused = false
    this.#options.transport.resume?.()
    void this.#prepare()
  }

  #wake(): void {
    if (!this.#current || !this.#hello) return
    this.#current.post({ type: 'wake' })
    this.#watch(this.#current)
  }

  #restart(reason: string): void {
    this.#lose(reason)
    this.#options.transport.restart(reason)
  }

  #lose(reason: string): void {
    if (this.#closed || this.#paused) return
    this.#drop()
    this.#options.listener.onLost(reason)
  }

  #fail(reason: string): void {
    if (this.#closed) return
    this.close()
    this.#options.listener.onEnd(reason)
  }

  #leave(): void {
    this.#current?.post({ type: 'goodbye' })
    this.#drop()
    this.#tab?.release()
    this.#tab = undefined
    this.#hello = undefined
  }

  #drop(): void {
    this.#watchdog?.stop()
    this.#watchdog = undefined
    this.#current = undefined
  }
}
