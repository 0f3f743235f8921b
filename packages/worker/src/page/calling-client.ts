import type { CallOptions, KubernetesObject, ResourceLocation } from '@kube-informer/core'
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
  return {
    get: (resource, at, options) => run(resource, { verb: 'get', at }, options),
    list: (resource, options, call) => run(resource, { verb: 'list' }, { ...options, ...call }),
    create: (resource, object, options) => {
      const { namespace, name, subresource } = placeOf(object, options)
      const at = subresource ? { namespace, name, subresource } : { namespace }
      return run(resource, { verb: 'create', at, object }, options)
    },
    replace: (resource, object, options) =>
      run(resource, { verb: 'replace', at: placeOf(object, options), object }, options),
    patch: (resource, at, patch, { type: patchType = 'merge', ...options } = {}) =>
      run(resource, { verb: 'patch', at, patch, patchType }, options),
    apply: (resource, object, options) =>
      run(resource, { verb: 'apply', at: placeOf(object, options), object }, options),
    delete: (resource, at, options) => run(resource, { verb: 'delete', at }, options),
    deleteCollection: (resource, { namespace, ...options } = {}) =>
      run(resource, { verb: 'deleteCollection', at: { namespace } }, options),
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
    scale: (resource, at, replicas, options) => {
      const patch = { spec: { replicas } }
      const scale = { ...at, subresource: 'scale' }
      return run(resource, { verb: 'patch', at: scale, patch, patchType: 'merge' }, options)
    },
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

function placeOf(
  object: unknown,
  { subresource }: { readonly subresource?: string | undefined } = {},
): ResourceLocation {
  const { namespace, name } = (object as KubernetesObject).metadata ?? {}
  return { namespace, name, subresource }
}
