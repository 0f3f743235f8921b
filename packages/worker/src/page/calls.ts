import {
  ConnectionError,
  type KubernetesObject,
  type ObjectMeta,
  ProtocolError,
  type ResourceDefinition,
  type ResourceLocation,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import type { ConnectionClient } from '../connection.ts'
import type { CallFailure, CallVerb, PageMessage, ResultMessage } from '../protocol.ts'

interface PendingCall {
  resolve(object: unknown): void
  reject(error: Error): void
}

/** The calls of a page that wait for the host's answer. */
export class Calls {
  readonly #post: (message: PageMessage) => void
  readonly #pending = new Map<number, PendingCall>()
  #lastId = 0
  #failure: string | undefined

  constructor(post: (message: PageMessage) => void) {
    this.#post = post
  }

  run(resource: string | ResourceDefinition, verb: CallVerb): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#failure !== undefined) reject(new ConnectionError(this.#failure))
    else this.#send({ resolve, reject }, resource, verb)
    return promise
  }

  settle({ id, object, failure }: ResultMessage): void {
    const call = this.#pending.get(id)
    this.#pending.delete(id)
    if (failure) call?.reject(errorOf(failure))
    else call?.resolve(object)
  }

  /** Rejects what waits and whatever follows. */
  fail(reason: string): void {
    this.#failure = reason
    for (const call of this.#pending.values()) call.reject(new ConnectionError(reason))
    this.#pending.clear()
  }

  #send(call: PendingCall, resource: string | ResourceDefinition, verb: CallVerb): void {
    const id = ++this.#lastId
    this.#pending.set(id, call)
    try {
      this.#post({ type: 'call', id, resource, verb })
    } catch (cause) {
      // An object that holds a function cannot be cloned.
      this.#pending.delete(id)
      call.reject(new UsageError(`the call cannot be sent to the host: ${String(cause)}`, { cause }))
    }
  }
}

/** The error that the host caught, made again. */
function errorOf({ message, status, code }: CallFailure): Error {
  if (!status) {
    const Kind =
      code === 'UsageError' ? UsageError : code === 'ConnectionError' ? ConnectionError : ProtocolError
    return new Kind(message)
  }
  // What stands before the server's own text says which request it was.
  const tail = `: ${status.message ?? ''}`
  return new StatusError(status, message.endsWith(tail) ? message.slice(0, -tail.length) : undefined)
}

/** `connection.client`, over {@link Calls}. */
export function callingClient(calls: Calls): ConnectionClient {
  const patch: ConnectionClient['patch'] = (resource, at, body, patchType = 'merge') =>
    calls.run(resource, { verb: 'patch', at, patch: body, patchType }) as Promise<never>
  return {
    get: (resource, at) => calls.run(resource, { verb: 'get', at }) as Promise<never>,
    create: (resource, object) =>
      calls.run(resource, { verb: 'create', at: collectionOf(metadataOf(object)), object }) as Promise<never>,
    replace: (resource, object) =>
      calls.run(resource, { verb: 'replace', at: placeOf(metadataOf(object)), object }) as Promise<never>,
    patch,
    async delete(resource, at, options) {
      await calls.run(resource, { verb: 'delete', at, ...(options && { options }) })
    },
    async scale(resource, at, replicas) {
      await patch(resource, { ...at, subresource: 'scale' }, { spec: { replicas } })
    },
  }
}

const metadataOf = (object: unknown): ObjectMeta => (object as KubernetesObject).metadata ?? {}
const collectionOf = ({ namespace }: ObjectMeta): ResourceLocation => ({ namespace })
const placeOf = ({ namespace, name }: ObjectMeta): ResourceLocation => ({ namespace, name })
