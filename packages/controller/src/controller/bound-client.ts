import { onAbort } from '@kube-informer/core/internal'
import type { Client } from '../api/client.ts'
import { guardSignal } from '../api/guarded-signal.ts'

/** What a {@link boundClient} adds to each call. */
export interface BoundClientOptions {
  /** Ends every call. A call's own signal ends it, too. A guarded signal is checked before each request of a call. */
  readonly signal: AbortSignal
  /** The field manager of writes that name none. @default the client's */
  readonly fieldManager?: string | undefined
}

interface SignalOption {
  readonly signal?: AbortSignal | undefined
}

interface FieldManagerOption extends SignalOption {
  readonly fieldManager?: string | undefined
}

/**
 * A client whose calls end with a signal, and whose writes have a field manager. An apply takes over the fields of other
 * managers, unless `force` is false. The client of a reconcile is one, so that authors need not pass the signal on.
 *
 * @example const bound = boundClient(client, { signal: AbortSignal.timeout(10_000), fieldManager: 'widgets' })
 */
export function boundClient(client: Client, { signal, fieldManager }: BoundClientOptions): Client {
  /** Calls with the signal, or with one that follows both signals while the call runs. */
  const call = <O extends SignalOption, R>(
    options: O | undefined,
    send: (bound: O & { readonly signal: AbortSignal }) => Promise<R>,
  ): Promise<R> => {
    // A guarded signal is checked before the cache answers, too: the transport checks it before each attempt only.
    void signal.aborted
    if (!options?.signal) return send({ ...(options as O), signal })
    return withBoth(signal, options.signal, both => send({ ...options, signal: both }))
  }
  const write = <O extends FieldManagerOption, R>(
    options: O | undefined,
    send: (bound: O & { readonly signal: AbortSignal }) => Promise<R>,
  ): Promise<R> => {
    const manager = options?.fieldManager ?? fieldManager
    return call(manager === undefined ? options : ({ ...options, fieldManager: manager } as O), send)
  }
  return {
    get: (resource, at, options) => call(options, bound => client.get(resource, at, bound)),
    find: (resource, at, options) => call(options, bound => client.find(resource, at, bound)),
    list: (resource, options) => call(options, bound => client.list(resource, bound)),
    create: (resource, object, options) => write(options, bound => client.create(resource, object, bound)),
    replace: (resource, object, options) => write(options, bound => client.replace(resource, object, bound)),
    patch: (resource, at, patch, options) =>
      write(options, bound => client.patch(resource, at, patch, bound)),
    // A controller owns what it applies: a conflict would only be retried.
    apply: (resource, object, options) =>
      write(options, bound => client.apply(resource, object, { ...bound, force: bound.force ?? true })),
    delete: (resource, at, options) => call(options, bound => client.delete(resource, at, bound)),
    deleteCollection: (resource, options) => call(options, bound => client.deleteCollection(resource, bound)),
  }
}

/** Unlike `AbortSignal.any`, leaves nothing with a signal that outlasts the call. */
async function withBoth<R>(
  a: AbortSignal,
  b: AbortSignal,
  send: (both: AbortSignal) => Promise<R>,
): Promise<R> {
  const controller = new AbortController()
  const abort = (reason: unknown) => controller.abort(reason)
  const unsubscribe = [onAbort(a, abort), onAbort(b, abort)]
  try {
    return await send(guardSignal(controller.signal, () => void (a.aborted || b.aborted)))
  } finally {
    for (const each of unsubscribe) each()
  }
}
