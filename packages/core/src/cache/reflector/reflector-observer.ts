import type { ListProgress } from '../../api/lister-watcher.ts'
import type { LateMarker } from './late-marker.ts'

/** Events of a Reflector. Every member is optional; none may throw. */
export interface ReflectorObserver {
  /** A list starts. */
  onListStart?(): void
  onProgress?(progress: ListProgress): void
  /** The store has the whole list. */
  onListed?(resourceVersion: string): void
  /** Something arrived that only the server can have sent. */
  onProof?(at: number): void
  /** A watch is open, and something arrived since the last error. */
  onWatchOpen?(): void
  /** The server still has the resourceVersion of the objects from a snapshot. */
  onConfirmed?(): void
  /** A watch waits for a connection, or no longer does. */
  onWaiting?(isWaiting: boolean): void
  /** A watch ended, for any reason. A rejection or failure is passed to `onError` afterwards. */
  onWatchEnd?(): void
  /** One network read of a watch has been passed to the store, with this number of changes, bookmarks excluded. */
  onEvents?(count: number, resourceVersion: string): void
  onBytes?(bytes: number): void
  /** The list or the watch failed; the Reflector retries after its backoff. */
  onError?(error: unknown): void
  /**
   * A list failed, or a watch was rejected for another reason than a busy or unreachable server (client-go
   * `WatchErrorHandler`). Errors within an open stream are passed to `onError` only.
   */
  onWatchError?(error: unknown): void
  /** A deviation from the options that is no error. Called once. */
  onNotice?(notice: string): void
  /** Something holds the response headers of watches; undefined when that is over. */
  onHeldHeaders?(notice: string | undefined): void
  /** A watch-list has not sent its end bookmark. Called every ten seconds until it does. */
  onInitialEventsLate?(late: LateMarker): void
  /** The store rejected one object, or an event was skipped; everything else continues. */
  onObjectError?(error: unknown): void
}
