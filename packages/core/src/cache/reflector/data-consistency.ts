import { type Clock, sleep, systemClock } from '../../api/clock.ts'
import { InformerError } from '../../api/errors.ts'
import type { ListerWatcher, ListOptions } from '../../api/lister-watcher.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'

const RETRY_MS = 1_000

/** The objects to compare, and the server that has them. */
export interface DataConsistencyOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  /** The resourceVersion at which the objects were received. */
  readonly resourceVersion: string
  readonly objects: readonly T[]
  /** The options of the request that brought the objects. The check sends its selectors again. @default none */
  readonly listOptions?: ListOptions | undefined
  /** The transform that the objects passed through. The check applies it to the list before comparing. */
  readonly transform?: ((object: T) => T) | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  readonly signal: AbortSignal
}

/** A function like {@link checkDataConsistency}. */
export type DataConsistencyCheck = <T>(options: DataConsistencyOptions<T>) => Promise<void>

/** A list at the same resourceVersion differs from the received objects. */
export class DataInconsistencyError extends InformerError {
  override readonly name = 'DataInconsistencyError'
  readonly code = 'DataInconsistencyError'
}

/**
 * Compares received objects with an exact list at their resourceVersion, by uid and resourceVersion (client-go's
 * consistency detector, for development: it costs a second list). A failed list is retried every second until the
 * signal aborts. Checks nothing where no exact list is possible: for a part of a paged list, or at resourceVersion "0".
 *
 * @throws {DataInconsistencyError} if they differ
 */
export async function checkDataConsistency<T>({
  listerWatcher,
  resourceVersion,
  objects,
  listOptions = {},
  transform = object => object,
  clock = systemClock,
  signal,
}: DataConsistencyOptions<T>): Promise<void> {
  if (listOptions.continue || resourceVersion === '' || resourceVersion === '0') return
  const access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
  const identities = (list: readonly T[]) =>
    new Set(list.map(object => `${access.uid(object)}@${access.resourceVersion(object)}`))
  // A watch cache ignores the limit of a list at "0". Such a result compares with a list without a limit only.
  const { limit = 0, ...selectors } = listOptions
  const query: ListOptions = {
    ...(objects.length > limit ? selectors : listOptions),
    resourceVersion,
    resourceVersionMatch: 'Exact',
  }
  const listed = await listUntilAnswered(listerWatcher, query, clock, signal)
  if (!listed) return
  const [expected, received] = [identities(listed.map(object => transform(object))), identities(objects)]
  const missing = [...expected].filter(identity => !received.has(identity))
  const extra = [...received].filter(identity => !expected.has(identity))
  if (missing.length + extra.length === 0) return
  throw new DataInconsistencyError(
    `${listerWatcher.description ?? 'objects'} at ${resourceVersion}: the received objects differ from a list; ` +
      `missing: ${missing.join(', ') || 'none'}; too many: ${extra.join(', ') || 'none'}`,
  )
}

async function listUntilAnswered<T>(
  listerWatcher: ListerWatcher<T>,
  query: ListOptions,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly T[] | undefined> {
  while (!signal.aborted) {
    try {
      return (await listerWatcher.list(query, { signal })).items
    } catch {
      await sleep(clock, RETRY_MS, signal)
    }
  }
  return undefined
}
