import { type CallOptions, objectNameParts } from '@kube-informer/core'
import type { ConnectionClient } from '../api/connection-client.ts'
import type { ClientCall, ClientRequest, ResponseHead } from '../wire/calls.ts'
import type { Call, Calls } from './calls.ts'
import { RemoteStream } from './remote-stream.ts'

type Reference = ClientCall['resource']

/** `connection.client` over {@link Calls}. The caller determines the type of the result. */
export function callingClient(calls: Calls): ConnectionClient {
  /** Every option but the signal crosses the wire. */
  const run = <T>(resource: Reference, request: ClientRequest, given?: CallOptions) => {
    const { signal, ...options } = given ?? {}
    const call: Call = { type: 'clientCall', resource, ...request, ...(given && { options }) }
    return calls.run(call, signal) as Promise<T>
  }
  const patch: ConnectionClient['patch'] = (resource, object, change, options) =>
    run(resource, { verb: 'patch', object: objectNameParts(object), patch: change }, options)
  return {
    get: (resource, object, options) =>
      run(resource, { verb: 'get', object: objectNameParts(object) }, options),
    list: (resource, options, call) => run(resource, { verb: 'list' }, { ...options, ...call }),
    create: (resource, object, options) => run(resource, { verb: 'create', object }, options),
    replace: (resource, object, options) => run(resource, { verb: 'replace', object }, options),
    patch,
    apply: (resource, object, options) => run(resource, { verb: 'apply', object }, options),
    delete: (resource, object, options) =>
      run(resource, { verb: 'delete', object: objectNameParts(object) }, options),
    deleteCollection: (resource, options) => run(resource, { verb: 'deleteCollection' }, options),
    async request(path, { signal, ...request } = {}) {
      const parts = new RemoteStream<Uint8Array>(calls)
      const head = await parts.open({ verb: 'request', path, request }, signal)
      const { hasBody, status, statusText, headers } = head as ResponseHead
      return new Response(hasBody ? bodyOf(parts) : null, {
        status,
        statusText,
        headers: headers as [string, string][],
      })
    },
    async watch(resource, options, { signal } = {}) {
      const events = new RemoteStream<never>(calls)
      await events.open({ verb: 'watch', resource, options }, signal)
      return events
    },
    scale: (resource, object, replicas, options) =>
      patch(resource, object, { spec: { replicas } }, { ...options, subresource: 'scale' }),
  }
}

function bodyOf(parts: RemoteStream<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: reason => parts.end(reason),
  })
}
