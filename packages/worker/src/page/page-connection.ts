import { type KubernetesObject, systemClock } from '@kube-informer/core'
import type { PageChannel } from '../channel.ts'
import type {
  Connection,
  ConnectionClient,
  ConnectionOptions,
  ConnectionStatus,
  SliceObserver,
} from '../connection.ts'
import type { InformerDefinitions } from '../definition.ts'
import { type HelloMessage, type HostMessage, PROTOCOL_VERSION } from '../protocol.ts'
import type { SliceState, Subscription } from '../subscription.ts'
import { Calls, callingClient } from './calls.ts'
import { alwaysVisible, documentLifecycle } from './document-lifecycle.ts'
import { createFrameScheduler, type FrameScheduler } from './frame-scheduler.ts'
import { callSafely } from './observed-slice.ts'
import { INITIAL_STATE } from './replica.ts'
import { Slices } from './slices.ts'

/** What {@link PageConnection} takes. */
export interface PageConnectionOptions<TDefinitions extends InformerDefinitions> {
  readonly definitions: TDefinitions
  readonly channel: PageChannel
  readonly host: ConnectionStatus['host']
  readonly options: ConnectionOptions
}

/** The page's side of a connection, over any channel. */
export class PageConnection<TDefinitions extends InformerDefinitions> implements Connection<TDefinitions> {
  readonly definitions: TDefinitions
  readonly client: ConnectionClient<TDefinitions>
  readonly #channel: PageChannel
  readonly #getToken: ConnectionOptions['getToken']
  readonly #calls: Calls
  readonly #slices: Slices
  readonly #statusListeners = new Set<{ readonly listener: (status: ConnectionStatus) => void }>()
  #status: ConnectionStatus

  constructor({ definitions, channel, host, options }: PageConnectionOptions<TDefinitions>) {
    const { clock = systemClock, graceMs = 1000, frames = defaultFrames(options) } = options
    this.definitions = definitions
    this.#channel = channel
    this.#getToken = options.getToken
    this.#status = { host, state: 'connecting' }
    const post: PageChannel['post'] = message => this.#live && channel.post(message)
    this.#calls = new Calls(post)
    this.#slices = new Slices({ post, frames, clock, graceMs })
    this.client = callingClient(this.#calls)
    channel.listen({
      onMessage: message => this.#receive(message),
      onFailure: reason => this.#live && this.#fail(reason),
    })
    channel.post(helloOf(options))
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  subscribeStatus(listener: (status: ConnectionStatus) => void): () => void {
    const subscriber = { listener }
    this.#statusListeners.add(subscriber)
    return () => {
      this.#statusListeners.delete(subscriber)
    }
  }

  observe<T = KubernetesObject>(subscription: Subscription): SliceObserver<T> {
    return this.#slices.observe(subscription) as SliceObserver<T>
  }

  subscribe<T = KubernetesObject>(
    subscription: Subscription,
    listener: (state: SliceState<T>) => void,
  ): () => void {
    const slice = this.observe<T>(subscription)
    let told: SliceState<T> = INITIAL_STATE
    let live = true
    const tell = () => {
      const state = slice.getState()
      if (!live || state === told) return
      told = state
      listener(state)
    }
    const undo = slice.subscribe(tell)
    // What the slice shows already is told too, but never inside this call.
    queueMicrotask(() => callSafely(tell))
    return () => {
      live = false
      undo()
    }
  }

  close(): void {
    if (this.#status.state === 'closed') return
    if (this.#live) this.#channel.post({ type: 'goodbye' })
    this.#end({ host: this.#status.host, state: 'closed' }, 'the connection was closed')
  }

  get #live(): boolean {
    return this.#status.state === 'connecting' || this.#status.state === 'ready'
  }

  #receive(message: HostMessage): void {
    if (!this.#live) return
    switch (message.type) {
      case 'welcome':
        this.#welcome(message.version)
        break
      case 'refused':
        this.#fail(message.reason)
        break
      case 'batch':
        this.#slices.receive(message)
        break
      case 'result':
        this.#calls.settle(message)
        break
      case 'needToken':
        void this.#sendToken(message.id)
        break
    }
  }

  #welcome(version: number): void {
    if (version === PROTOCOL_VERSION) this.#setStatus({ host: this.#status.host, state: 'ready' })
    else this.#fail(`the host speaks protocol ${version}, this page ${PROTOCOL_VERSION}: reload the page`)
  }

  async #sendToken(id: number): Promise<void> {
    try {
      const token = await this.#getToken?.()
      if (this.#live) this.#channel.post({ type: 'token', id, ...(token !== undefined && { token }) })
    } catch (error) {
      if (this.#live) this.#channel.post({ type: 'token', id, error: messageOf(error) })
    }
  }

  #fail(error: string): void {
    this.#slices.fail(error)
    this.#end({ host: this.#status.host, state: 'failed', error }, error)
  }

  #end(status: ConnectionStatus, reason: string): void {
    this.#slices.close()
    this.#calls.fail(reason)
    this.#channel.close()
    this.#setStatus(status)
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = Object.freeze(status)
    for (const { listener } of [...this.#statusListeners]) callSafely(() => listener(status))
  }
}

function defaultFrames({ clock = systemClock, lifecycle }: ConnectionOptions): FrameScheduler {
  const inPage = typeof document !== 'undefined'
  return createFrameScheduler({
    clock,
    lifecycle: lifecycle ?? (inPage ? documentLifecycle() : alwaysVisible),
    requestFrame: inPage ? callback => requestAnimationFrame(callback) : undefined,
    cancelFrame: handle => cancelAnimationFrame(handle),
  })
}

function helloOf({ baseUrl, getToken, credentials, fieldManager }: ConnectionOptions): HelloMessage {
  return {
    type: 'hello',
    version: PROTOCOL_VERSION,
    baseUrl: absoluteUrl(baseUrl),
    hasToken: getToken !== undefined,
    ...(credentials && { credentials }),
    ...(fieldManager !== undefined && { fieldManager }),
  }
}

/** A path is meant from the page's place; a worker made from a blob could not resolve it. */
function absoluteUrl(url: string): string {
  return typeof document === 'undefined' ? url : new URL(url, document.baseURI).href
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
