import type { KubernetesObject } from '../api/object.ts'
import type { Cacher } from './cacher.ts'
import type { StoredState } from './stored-state.ts'

/**
 * Starts a cache from a stored state: the checkpoint becomes the state, and the log the history after it.
 *
 * @throws {OutOfOrderError} if the log goes back, and what the iterables throw; the cache then has no state to serve
 */
export function startFrom<T extends KubernetesObject>(cacher: Cacher<T>, stored: StoredState<T>): void {
  cacher.replace(stored.rows, stored.resourceVersion)
  for (const event of stored.events) {
    if (event.type === 'BOOKMARK') cacher.progress(event.resourceVersion)
    else if (event.type === 'ADDED') cacher.add(event.row)
    else if (event.type === 'MODIFIED') cacher.update(event.row)
    else cacher.delete(event.row)
  }
}
