import type { ListProgress } from '../../client/lister-watcher.ts'
import type { LateMarker } from './late-marker.ts'

/** What a Reflector tells about its work. Every member is optional; none may throw. */
export interface ReflectorObserver {
  /** A list begins; the link is being made or re-made. */
  onListStart?(): void
  onProgress?(progress: ListProgress): void
  /** The store has the whole list. */
  onListed?(resourceVersion: string): void
  /** The server accepted a watch. */
  onWatchOpen?(): void
  /** A watch is over, whatever ended it; what it was refused with, or failed by, comes by `onError` behind this. */
  onWatchEnd?(): void
  /** One network read of a watch has been handed to the store: so many changes, bookmarks not counted. */
  onEvents?(count: number, resourceVersion: string): void
  onBytes?(bytes: number): void
  /** The list or the watch failed; the Reflector goes on after its backoff. */
  onError?(error: unknown): void
  /**
   * A list failed, or a watch was refused for another reason than that the server is busy or down (client-go
   * `WatchErrorHandler`). What goes wrong inside an open stream is `onError`'s alone.
   */
  onWatchError?(error: unknown): void
  /** Something works in another way than was asked for, though nothing is wrong; told once. */
  onNotice?(notice: string): void
  /** A watch-list has not come to its end marker; told every ten seconds until it does. */
  onInitialEventsLate?(late: LateMarker): void
  /** The store refused one object, or it is of another kind; everything else goes on. */
  onObjectError?(error: unknown): void
}
