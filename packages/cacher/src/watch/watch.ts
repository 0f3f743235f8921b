import type { KubernetesObject } from '@kube-informer/core'
import type { Delivery } from './delivery.ts'

/** What a watch calls when it can be read. An object saves a closure for each open watch. */
export type ReadableListener = (() => void) | { handleReadable(): void }

/** The reader's interface of an open watch: a bounded queue with one reader. */
export interface CacherWatch<T extends KubernetesObject = KubernetesObject>
  extends AsyncIterable<readonly Delivery<T>[]> {
  /**
   * Takes up to `max` queued deliveries, oldest first, without waiting. An empty result means that there is none yet, or
   * that the watch is over: see {@link isOver}.
   *
   * @param maxSearched how many objects or events are searched for initial events, about. With it, an empty result can also
   * mean that there may be more: see {@link isStarting}. @default all
   */
  take(max?: number, maxSearched?: number): readonly Delivery<T>[]
  /**
   * Sets the listener. It is called in a microtask when {@link take} has deliveries again, or when the watch is over.
   * One listener; a second call replaces the first.
   */
  onReadable(listener: ReadableListener): void
  /** Whether there are unread deliveries. */
  readonly hasUnread: boolean
  /** Whether initial events may be left. Undefined for a watch that searches all of them at once. */
  readonly isStarting?: boolean | undefined
  /** Whether the watch has ended and all deliveries have been taken. */
  readonly isOver: boolean
  /** The time at which it times out, in ms of the clock. */
  readonly deadline: number
  /** Ends the watch after the queued deliveries, as a timeout does. */
  end(): void
  /** Closes the watch and discards queued deliveries. */
  close(): void
}

/** Calls the listener of a watch. */
export function callReadable(listener: ReadableListener | undefined): void {
  if (typeof listener === 'function') listener()
  else listener?.handleReadable()
}
