import type { KubernetesObject } from './object.ts'
import type { Row } from './row.ts'

/** An entry of a log: a write, or the revision up to which there were no other writes. */
export type StoredEvent<T extends KubernetesObject = KubernetesObject, R = Row<T>> =
  | {
      /** For DELETED, the row has the resourceVersion of the deletion. */
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
      readonly row: R
    }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }

/** Texts that a storage reads together. */
export interface TextPage {
  /** All texts of the page. Throws if they are damaged, or no longer stored. */
  read(): readonly string[]
}

/** A row whose text is read when it is needed. */
export interface StoredRow extends Omit<Row, 'body'> {
  readonly page: TextPage
  /** The position of the text on the page, from 0. */
  readonly position: number
  /** The length of the text, in characters. */
  readonly size: number
}

/**
 * A state from which a cache starts without a list: a checkpoint, and the log after it. The log refills the history, so
 * a watch can resume from any revision since the checkpoint. A store should therefore keep its checkpoint some minutes
 * behind the log.
 */
export interface StoredState<T extends KubernetesObject = KubernetesObject> {
  /** The revision of the checkpoint. */
  readonly resourceVersion: string
  /** The objects at that revision, in any order. Iterated once, so that they need not be in memory together. */
  readonly rows: Iterable<Row<T> | StoredRow>
  /** The later events, oldest first, without gaps. Iterated once, after the rows. */
  readonly events: Iterable<StoredEvent<T, Row<T> | StoredRow>>
  /** Called when no page is needed any more. The storage has to keep the texts of a {@link StoredRow} until then. */
  release?(): void
}

/**
 * Receives what a cache is fed with, in order, so that a later process can start from it. Calls are synchronous and
 * precede the delivery to readers of the cache. Methods must not throw: a log that failed should discard what it has.
 */
export interface StateLog<T extends KubernetesObject = KubernetesObject> {
  /** The complete state at a revision, which replaces everything before it. */
  replace(rows: Iterable<Row<T>>, resourceVersion: string): void
  /** The events of one network read; never empty. */
  append(events: readonly StoredEvent<T>[]): void
}
