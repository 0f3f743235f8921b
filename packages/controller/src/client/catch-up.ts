import {
  type Clock,
  type InformerClient,
  isUnservedPath,
  type KubernetesObject,
  type Random,
  type ResourceDefinition,
  sleep,
} from '@kube-informer/core'
import { Backoff } from '@kube-informer/core/tools'
import { within } from '../api/within.ts'
import { InformerProgress } from './informer-progress.ts'
import type { KindInformer, KindInformerPart } from './kind-informer.ts'
import { type CollectionDemand, collectionCheck, liveCollectionDemand } from './live-demands.ts'

/** A list of 100,000 objects takes seconds; a connection that was lost never answers. */
const LIST_TIMEOUT_MS = 60_000

/** How the state of the server is read. */
export interface CatchUpOptions {
  readonly client: InformerClient
  readonly clock: Clock
  readonly random: Random
  /** Receives the error of a list that is tried again. */
  readonly onError?: ((resource: ResourceDefinition, error: unknown) => void) | undefined
}

/**
 * Resolves once an informer has the changes that the server had at the time of the call, or the server no longer has the
 * resource. Rejects when the signal aborts, and when the informer stops.
 */
export async function catchUp(
  { resource, parts }: KindInformer,
  options: CatchUpOptions,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    parts.map(async part => {
      const demand = await newestState(resource, part, options, signal)
      const progress = new InformerProgress({ part, clock: options.clock, onReset: () => {} })
      await progress.until(collectionCheck(demand, part), signal)
    }),
  )
}

/** Reads what the server has. Repeats a list that fails. */
async function newestState(
  resource: ResourceDefinition,
  part: KindInformerPart<KubernetesObject>,
  { client, clock, random, onError }: CatchUpOptions,
  signal: AbortSignal,
): Promise<CollectionDemand> {
  const backoff = new Backoff({ clock, random })
  for (;;) {
    signal.throwIfAborted()
    try {
      return await within(LIST_TIMEOUT_MS, { clock, signal }, attempt =>
        liveCollectionDemand(client, { resource, namespace: '', part }, attempt),
      )
    } catch (error) {
      signal.throwIfAborted()
      // The CRD was removed.
      if (isUnservedPath(error)) return { resourceVersion: '', gone: [] }
      onError?.(resource, error)
      await sleep(clock, backoff.next(), signal)
    }
  }
}
