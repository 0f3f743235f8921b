import {
  type CallOptions,
  type Clock,
  ConnectionError,
  type ResourceDefinition,
  readObject,
  sleep,
  systemClock,
} from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import {
  type Connection,
  type InformerDefinitions,
  type ResourceName,
  type Subscription,
  subscriptionKey,
} from '@kube-informer/worker'
import { definitionsFingerprint } from '@kube-informer/worker/internal'
import {
  DEHYDRATED_VERSION,
  type DehydratedInformers,
  type DehydratedSlice,
} from '../hydration/dehydrated.ts'

/** How long a server waits for the rows. */
export interface DehydrateOptions<TSubscription = Subscription> extends CallOptions {
  /** The longest wait for the rows, in ms. A slice that has none by then is left out, and the page loads it. @default 3000 */
  readonly limitMs?: number | undefined
  /** Called with the error of a slice that is left out: that of the server, or a timeout. */
  readonly onError?: ((error: unknown, subscription: TSubscription) => void) | undefined
  /** Time and timers; tests pass their own. @default the platform's */
  readonly clock?: Clock | undefined
}

/** A subscription to any resource of the definitions, in any form. */
type AnySubscription<TDefinitions> =
  | ObjectSubscription<TDefinitions>
  | Subscription<TDefinitions, ResourceName<TDefinitions> | ResourceDefinition, 'table'>

type ObjectSubscription<TDefinitions> = Subscription<
  TDefinitions,
  ResourceName<TDefinitions> | ResourceDefinition
>

/**
 * Reads slices on a server, for a page that shows them before its own informers have rows. Use a connection of
 * `connectInline` for each request, with the token of the request, and close it afterwards: a connection that several
 * requests use shows the rows of one user to another. Rejects only with the reason of the signal.
 *
 * The state contains the rows that the page may show, after `trim`, `pick` and `transform` of the definition. Everyone who
 * can read the page can read them: send it with `Cache-Control: private, no-store`.
 *
 * @example
 * const connection = connectInline(informers, { baseUrl, getToken: () => tokenOf(request) })
 * const state = await dehydrateInformers(connection, [{ resource: 'pods' }], { signal: request.signal })
 * connection.close()
 */
export async function dehydrateInformers<TDefinitions extends InformerDefinitions>(
  connection: Pick<Connection<TDefinitions>, 'definitions' | 'snapshot'>,
  subscriptions: readonly AnySubscription<TDefinitions>[],
  options: DehydrateOptions<AnySubscription<TDefinitions>> = {},
): Promise<DehydratedInformers> {
  const { signal, limitMs = 3_000, onError = () => {}, clock = systemClock } = options
  const { definitions } = connection
  signal?.throwIfAborted()
  const stop = new AbortController()
  const done = new AbortController()
  const unsubscribe = onAbort(signal, reason => stop.abort(reason))
  void sleep(clock, limitMs, done.signal).then(() =>
    stop.abort(new ConnectionError(`the rows did not arrive within ${limitMs} ms`)),
  )
  const read = async (subscription: AnySubscription<TDefinitions>): Promise<readonly DehydratedSlice[]> => {
    const asked = subscription as ObjectSubscription<TDefinitions>
    try {
      const snapshot = await connection.snapshot(asked, { signal: stop.signal })
      const key = subscriptionKey(subscription as Subscription)
      return [{ key, ...snapshot, rows: snapshot.rows.map(row => readObject(row)) }]
    } catch (error) {
      if (!signal?.aborted) onError(error, subscription)
      return []
    }
  }
  const slices = await Promise.all(subscriptions.map(read))
  done.abort()
  unsubscribe()
  signal?.throwIfAborted()
  return {
    version: DEHYDRATED_VERSION,
    definitions: definitionsFingerprint(definitions),
    slices: slices.flat(),
  }
}
