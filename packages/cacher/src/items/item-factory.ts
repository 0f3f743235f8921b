import type { KubernetesObject } from '@kube-informer/core'
import type { BodyStore } from '@kube-informer/core/snapshot'
import type { CachedItem } from './cached-item.ts'
import { CachedObject, type Fields } from './cached-object.ts'
import { CachedRow, type RowContext } from './cached-row.ts'
import { type Fed, isRow, isStoredRow } from './fed.ts'
import { RowBodies } from './row-bodies.ts'
import { RowIndex } from './row-index.ts'
import { UnreadTexts } from './unread-texts.ts'

export interface ItemOptions<T extends KubernetesObject = KubernetesObject> {
  /** The selectable fields of an object besides name and namespace, by path. Read once per version. */
  readonly fieldsOf?: ((object: T) => Fields) | undefined
  /**
   * The paths that {@link fieldsOf} reads. For a row it then receives an object with nothing but these values.
   * @default the complete row is parsed
   */
  readonly fieldPaths?: readonly string[] | undefined
  /** Where the texts of rows are above {@link maxBodyBytes}. @default all texts remain in memory */
  readonly bodyStore?: BodyStore | undefined
  /**
   * How much text of current rows remains in memory if there is a {@link bodyStore}. A character (UTF-16 code unit) counts
   * one byte; a text that has one outside of Latin-1 takes two for each. @default 32 MiB
   */
  readonly maxBodyBytes?: number | undefined
}

/** Creates the items of a cache from what it is fed with. */
export class ItemFactory<T extends KubernetesObject = KubernetesObject> {
  readonly #fieldsOf: ((object: T) => Fields) | undefined
  readonly #context: RowContext

  constructor({ fieldsOf, fieldPaths, bodyStore, maxBodyBytes }: ItemOptions<T>) {
    this.#fieldsOf = fieldsOf
    const bodies = new RowBodies({ store: bodyStore, maxBytes: maxBodyBytes })
    this.#context = {
      bodies,
      index: new RowIndex({ fieldsOf, fieldPaths }),
      unread: new UnreadTexts(bodies),
    }
  }

  /** The text in memory that counts towards `maxBodyBytes`, in characters. */
  get bodyBytes(): number {
    return this.#context.bodies.bytes
  }

  /** Runs calls that settle or discard many items. */
  batch<R>(calls: () => R): R {
    return this.#context.bodies.batch(calls)
  }

  /** The texts of stored rows that were not read yet. */
  get unread(): UnreadTexts {
    return this.#context.unread
  }

  create(fed: Fed<T>): CachedItem<T> {
    return isRow(fed) || isStoredRow(fed)
      ? new CachedRow(fed, this.#context)
      : new CachedObject(fed, this.#fieldsOf)
  }
}
