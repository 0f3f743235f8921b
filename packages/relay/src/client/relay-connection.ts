import { type Clock, ProtocolError } from '@kube-informer/core'
import { onAbort, Timer, withResolvers } from '@kube-informer/core/internal'
import { CLOSE, type ReaderFrame, type RelayFrame, readDataMessage } from '../socket/protocol.ts'
import { readRelayFrame } from '../socket/read-frame.ts'
import { brokenOff, WatchBody } from './watch-body.ts'

/** How the relay has answered an open. */
export type Answer =
  | { readonly stream: ReadableStream<Uint8Array> }
  | { readonly refused: Extract<RelayFrame, { type: 'refused' }> }
  /** There is no socket. */
  | 'unopened'

/** The request of a watch. */
export interface WatchRequest {
  /** Path and query below the relay's root. */
  readonly path: string
  readonly accept?: string | undefined
  /** The token to open it with. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RelayConnectionOptions {
  readonly socket: WebSocket
  readonly clock: Clock
  readonly windowBytes: number
  /** An open that is not answered within this time ends the connection. */
  readonly answerTimeoutMs: number
  /** How long the socket stays open after its last watch has ended. */
  readonly lingerMs: number
}

interface OpenWatch {
  readonly body: WatchBody
  readonly answered: (answer: Answer) => void
  readonly failed: (error: unknown) => void
  readonly timeout: Timer
  readonly unsubscribe: () => void
}

/** The page's side of one socket that carries many watches. */
export class RelayConnection {
  readonly #options: RelayConnectionOptions
  readonly #socket: WebSocket
  readonly #watches = new Map<number, OpenWatch>()
  readonly #linger: Timer
  /** The frames to send once the socket is open; undefined afterwards. */
  #queued: string[] | undefined = []
  #lastId = 0
  #token: string | undefined
  #isOver = false

  constructor(options: RelayConnectionOptions) {
    this.#options = options
    this.#socket = options.socket
    this.#linger = new Timer(options.clock)
    const { socket } = options
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => {
      for (const frame of this.#queued ?? []) socket.send(frame)
      this.#queued = undefined
    }
    socket.onmessage = ({ data }) => this.#receive(data)
    // Without a listener, some hosts report the error as unhandled.
    socket.onerror = () => {}
    socket.onclose = ({ code }) => this.#finish(code === CLOSE.NORMAL ? undefined : `closed with ${code}`)
  }

  /** Whether it can open no further watch. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Opens a watch; rejects if the socket ends first, or with the reason of the signal. */
  open({ path, accept, token, signal }: WatchRequest): Promise<Answer> {
    signal?.throwIfAborted()
    if (this.#isOver) return Promise.reject(brokenOff('it has ended'))
    const id = ++this.#lastId
    const { windowBytes, clock, answerTimeoutMs } = this.#options
    const { promise, resolve, reject } = withResolvers<Answer>()
    const onRead = (bytes: number) => this.#send({ type: 'credit', id, bytes })
    const body = new WatchBody({ windowBytes, onRead, onCancel: () => this.#cancel(id) })
    const timeout = new Timer(clock)
    const unsubscribe = onAbort(signal, reason => {
      reject(reason)
      body.end(reason)
      this.#cancel(id)
    })
    this.#linger.stop()
    this.#watches.set(id, { body, answered: resolve, failed: reject, timeout, unsubscribe })
    timeout.start(answerTimeoutMs, () => this.close('it does not answer'))
    if (token !== undefined && token !== this.#token) this.#send({ type: 'token', token })
    this.#token = token ?? this.#token
    this.#send({ type: 'open', id, path, credit: windowBytes, ...(accept === undefined ? {} : { accept }) })
    return promise
  }

  /** Closes the socket, which breaks its watches off. */
  close(why: string, code?: number): void {
    if (this.#isOver) return
    this.#finish(why)
    this.#socket.close(code)
  }

  #receive(data: unknown): void {
    if (this.#isOver) return
    const isValid = typeof data === 'string' ? this.#handle(readRelayFrame(data)) : this.#receiveBytes(data)
    if (!isValid) this.close('it sent what is not of this protocol', CLOSE.BAD_FRAME)
  }

  #receiveBytes(data: unknown): boolean {
    const message = data instanceof ArrayBuffer ? readDataMessage(data) : undefined
    if (!message || message.id > this.#lastId) return false
    return this.#watches.get(message.id)?.body.receive(message.bytes) ?? true
  }

  #handle(frame: RelayFrame | undefined): boolean {
    if (frame?.type === 'mark') {
      this.#send(frame)
      return true
    }
    if (!frame || frame.id > this.#lastId) return false
    const watch = this.#watches.get(frame.id)
    // The watch was closed while its frame was on the way.
    if (!watch) return true
    watch.timeout.stop()
    if (frame.type === 'opened') {
      watch.answered({ stream: watch.body.stream })
      return true
    }
    if (frame.type === 'refused') watch.answered({ refused: frame })
    this.#end(watch, frame.type === 'ended' && frame.isBroken ? 'the watch broke off' : undefined)
    this.#watches.delete(frame.id)
    this.#rest()
    return true
  }

  /** Ends a watch; without a reason, as its server has ended it. */
  #end({ body, failed, timeout, unsubscribe }: OpenWatch, why: string | undefined): void {
    timeout.stop()
    unsubscribe()
    failed(brokenOff(why ?? 'the watch ended before it opened'))
    body.end(why === undefined ? undefined : brokenOff(why))
  }

  /** The reader has no more use for a watch. */
  #cancel(id: number): void {
    const watch = this.#watches.get(id)
    if (!watch) return
    this.#end(watch, undefined)
    this.#watches.delete(id)
    this.#send({ type: 'close', id })
    if (this.#watches.size === 0) this.close('no watch uses it')
  }

  #finish(why: string | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#linger.stop()
    for (const watch of this.#watches.values()) {
      if (this.#queued) watch.answered('unopened')
      this.#end(watch, why)
    }
    this.#watches.clear()
  }

  /** Closes the socket soon, if no watch uses it: one that has ended is often opened again. */
  #rest(): void {
    if (this.#watches.size > 0 || this.#isOver) return
    this.#linger.start(this.#options.lingerMs, () => this.close('no watch uses it'))
  }

  #send(frame: ReaderFrame): void {
    if (this.#isOver) return
    const text = JSON.stringify(frame)
    if (this.#queued) this.#queued.push(text)
    else this.#socket.send(text)
  }
}

/** The error where no socket opens, although `fetch` gets an answer. */
export const noSocket = (what: string, url: string): ProtocolError =>
  new ProtocolError(`${what}: no WebSocket to ${url}, where fetch gets an answer; does a proxy refuse it?`)
