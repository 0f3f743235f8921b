import { ConnectionError, UsageError } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import type { AcceptedMessage, CallMessage, HostRequest, ResultMessage } from '../wire/calls.ts'
import type { PageMessage } from '../wire/protocol.ts'
import { fromWireError } from '../wire/wire-error.ts'

type Post = (message: PageMessage) => void

/** A call without its id. */
export type Call = WithoutId<CallMessage>
type WithoutId<TMessage> = TMessage extends unknown ? Omit<TMessage, 'id'> : never

interface PendingCall {
  readonly message: CallMessage
  sent: boolean
  readonly onAccepted: ((object: unknown) => void) | undefined
  resolve(object: unknown): void
  reject(error: unknown): void
}

/** Reads and waits, which may be sent twice. */
const CONTINUED: readonly string[] = [
  'discovery',
  'namespaces',
  'schema',
  'waitFor',
] satisfies HostRequest['verb'][]

/** The calls of a page: those that wait for a host, and those that wait for its response. */
export class Calls {
  readonly #pending = new Map<number, PendingCall>()
  #post: Post | undefined
  #lastId = 0
  #lastStream = 0
  #end: string | undefined

  /** @param onAccepted receives the server's response to the write of a call that continues */
  run(call: Call, signal?: AbortSignal, onAccepted?: (object: unknown) => void): Promise<unknown> {
    const { promise, resolve, reject } = withResolvers<unknown>()
    if (this.#end !== undefined) reject(new ConnectionError(this.#end))
    else if (signal?.aborted) reject(signal.reason)
    else {
      const message = { ...call, id: ++this.#lastId }
      const pending = { message, sent: false, onAccepted, resolve, reject }
      this.#pending.set(message.id, pending)
      if (signal) this.#cancelOn(signal, pending, promise)
      this.#send(pending)
    }
    return promise
  }

  /** Runs a call that the host answers itself. */
  ask(request: HostRequest, signal?: AbortSignal, onAccepted?: (object: unknown) => void): Promise<unknown> {
    return this.run({ type: 'hostCall', ...request }, signal, onAccepted)
  }

  /** An id that no other stream of this page has. */
  nextStream(): number {
    return ++this.#lastStream
  }

  /** Sends the waiting calls to a new host, in order. */
  connect(post: Post): void {
    this.#post = post
    for (const call of this.#pending.values()) this.#send(call)
  }

  /** The host has ended: calls that were sent to it get no response. Those of {@link CONTINUED} are sent to the next one. */
  disconnect(reason: string): void {
    this.#post = undefined
    const text = `${reason} while the call was under way: whether it has happened is unknown`
    this.#reject(text, ({ sent, message }) => sent && !CONTINUED.includes(message.verb))
  }

  accept({ id, object }: AcceptedMessage): void {
    this.#pending.get(id)?.onAccepted?.(object)
  }

  settle({ id, object, failure }: ResultMessage): void {
    const call = this.#pending.get(id)
    this.#pending.delete(id)
    if (failure) call?.reject(fromWireError(failure))
    else call?.resolve(object)
  }

  /** Rejects pending and future calls. */
  end(reason: string): void {
    this.#end = reason
    this.#reject(reason, () => true)
  }

  #reject(reason: string, which: (call: PendingCall) => boolean): void {
    for (const call of [...this.#pending.values()].filter(which)) {
      this.#pending.delete(call.message.id)
      call.reject(new ConnectionError(reason))
    }
  }

  #send(call: PendingCall): void {
    if (!this.#post) return
    try {
      call.sent = true
      this.#post(call.message)
    } catch (cause) {
      // An object that holds a function cannot be cloned.
      this.#pending.delete(call.message.id)
      call.reject(new UsageError(`the call cannot be sent to the host: ${String(cause)}`, { cause }))
    }
  }

  #cancelOn(signal: AbortSignal, call: PendingCall, settled: Promise<unknown>): void {
    const { id } = call.message
    const cancel = () => {
      this.#pending.delete(id)
      if (call.sent) this.#post?.({ type: 'cancel', id })
      call.reject(signal.reason)
    }
    signal.addEventListener('abort', cancel, { once: true })
    const forget = () => signal.removeEventListener('abort', cancel)
    settled.then(forget, forget)
  }
}
