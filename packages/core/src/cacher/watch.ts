import type { KubernetesObject } from '../api/object.ts'
import type { Delivery } from './delivery.ts'

/** One open watch, as its reader sees it: a bounded queue. One reader at a time. */
export interface CacherWatch<T extends KubernetesObject = KubernetesObject>
  extends AsyncIterable<readonly Delivery<T>[]> {
  /**
   * Takes what is there, oldest first, `max` deliveries at most, and never waits. Nothing means that there is nothing
   * yet, or never will be: {@link isOver}.
   */
  take(max?: number): readonly Delivery<T>[]
  /**
   * Sets the listener. It is called in a microtask when {@link take} has deliveries again, or when the watch is over.
   * One listener; a second call replaces the first.
   */
  onReadable(listener: () => void): void
  /** Whether something waits for its reader. */
  readonly hasUnread: boolean
  /** Nothing more will come: it was ended, and everything has been taken. */
  readonly isOver: boolean
  /** When it ends by itself, in ms of the clock. */
  readonly deadline: number
  /** Ends it behind what is waiting, as a timeout does. */
  end(): void
  /** Frees it, with whatever is waiting: the reader has gone. */
  close(): void
}
