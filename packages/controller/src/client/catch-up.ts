import {
  type CacheChange,
  type Clock,
  compareResourceVersions,
  type KubeClient,
  type KubernetesObject,
  type List,
  listMetadata,
  type PartialObjectMetadata,
  type Random,
  type ResourceDefinition,
  type SharedIndexInformer,
  sleep,
} from '@kube-informer/core'
import { abortable, withResolvers } from '@kube-informer/core/internal'
import { Backoff, deletedObject } from '@kube-informer/core/tools'
import { requestKey } from '../api/request.ts'
import { within } from '../api/within.ts'
import type { KindInformer, KindInformerPart } from './kind-informer.ts'

/** A list of 100,000 objects takes seconds; a connection that was lost never answers. */
const LIST_TIMEOUT_MS = 60_000

/** How the state of the server is read. */
export interface CatchUpOptions {
  readonly client: KubeClient
  readonly clock: Clock
  readonly random: Random
  /** Receives the error of a list that is tried again. */
  readonly onError?: ((resource: ResourceDefinition, error: unknown) => void) | undefined
}

/**
 * Resolves once an informer has all changes that the server had at the time of the call. It lists the metadata of the
 * objects from the server's newest state, and waits until each of them has arrived. The resourceVersion of that list alone
 * does not suffice: it counts writes to all resources, and a quiet watch does not reach it.
 */
export async function catchUp<T extends KubernetesObject>(
  { resource, parts }: KindInformer<T>,
  options: CatchUpOptions,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    parts.map(async part => {
      const { metadata, items } = await newestMetadata(resource, part, options, signal)
      await arrival(part.informer, { resourceVersion: metadata.resourceVersion ?? '', items }, signal)
    }),
  )
}

/** Lists without a resourceVersion, which no cache answers from an older state. Repeats a list that fails. */
async function newestMetadata(
  resource: ResourceDefinition,
  { namespace, labelSelector, fieldSelector }: Omit<KindInformerPart<never>, 'informer'>,
  { client, clock, random, onError }: CatchUpOptions,
  signal: AbortSignal,
): Promise<List<PartialObjectMetadata>> {
  const backoff = new Backoff({ clock, random })
  const query = {
    ...(namespace && { namespace }),
    ...(labelSelector && { labelSelector }),
    ...(fieldSelector && { fieldSelector }),
  }
  for (;;) {
    signal.throwIfAborted()
    try {
      return await within(LIST_TIMEOUT_MS, { clock, signal }, attempt =>
        listMetadata(client, resource, query, { signal: attempt }),
      )
    } catch (error) {
      signal.throwIfAborted()
      onError?.(resource, error)
      await sleep(clock, backoff.next(), signal)
    }
  }
}

/** A state of the server. */
interface ServerState {
  readonly resourceVersion: string
  readonly items: readonly PartialObjectMetadata[]
}

/** Resolves once the informer has everything of the state. */
async function arrival<T extends KubernetesObject>(
  informer: SharedIndexInformer<T>,
  state: ServerState,
  signal: AbortSignal,
): Promise<void> {
  const pending = pendingKeys(informer, state)
  const isComplete = () =>
    pending.size === 0 || reaches(informer.coveredResourceVersion, state.resourceVersion)
  if (isComplete()) return
  const { promise, resolve } = withResolvers<void>()
  const check = () => {
    if (isComplete()) resolve()
  }
  const unsubscribe = [
    informer.subscribeChanges(changes => {
      for (const change of changes)
        if (pending.get(change.key)?.(lastState(change))) pending.delete(change.key)
      // The covered resourceVersion follows the batch in the same step.
      queueMicrotask(check)
    }),
    // Bookmarks advance the covered resourceVersion without a change.
    informer.subscribeStatus(check),
  ]
  try {
    await abortable(promise, signal)
  } finally {
    for (const stop of unsubscribe) stop()
  }
}

/** An object that is stored, or whose deletion was seen. */
interface SeenObject {
  readonly object: KubernetesObject
  readonly isDeleted?: boolean
}

/** Whether what was seen of a key shows that the change has arrived. */
type HasArrived = (seen: SeenObject | undefined) => boolean

/** A deletion that was missed has the last known state, whose resourceVersion may be too old to show anything. */
function lastState<T extends KubernetesObject>(change: CacheChange<T>): SeenObject | undefined {
  if (change.type !== 'delete') return { object: change.object }
  const { object } = deletedObject(change.object)
  return object && { object, isDeleted: true }
}

/** The keys whose state differs: older or missing objects, and objects that the server no longer has. */
function pendingKeys<T extends KubernetesObject>(
  { indexer }: SharedIndexInformer<T>,
  { resourceVersion, items }: ServerState,
): Map<string, HasArrived> {
  const pending = new Map<string, HasArrived>()
  const storedAt = (key: string): SeenObject | undefined => {
    const object = indexer.getByKey(key)
    return object && { object }
  }
  const listed = new Set<string>()
  for (const { metadata } of items) {
    const key = requestKey({ namespace: metadata?.namespace, name: metadata?.name ?? '' })
    listed.add(key)
    const hasArrived: HasArrived = seen => reaches(versionOf(seen), metadata?.resourceVersion ?? '')
    if (!hasArrived(storedAt(key))) pending.set(key, hasArrived)
  }
  for (const key of indexer.listKeys()) {
    if (listed.has(key)) continue
    const isGone: HasArrived = seen => seen?.isDeleted === true || isAfter(versionOf(seen), resourceVersion)
    if (!isGone(storedAt(key))) pending.set(key, isGone)
  }
  return pending
}

const versionOf = (seen: SeenObject | undefined): string => seen?.object.metadata?.resourceVersion ?? ''

/** Whether a resourceVersion is at least another one; "" reaches none. */
const reaches = (version: string, other: string): boolean =>
  version !== '' && other !== '' && compareResourceVersions(version, other) >= 0

const isAfter = (version: string, other: string): boolean => reaches(version, other) && version !== other
