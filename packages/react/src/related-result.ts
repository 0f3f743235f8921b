import type { RelatedNode, RelatedObject, RelatedStatus } from '@kube-informer/worker'
import type { Flags } from './flags.ts'

/** The result of `useRelated`: immutable, and the same reference until something visible changes. */
export interface RelatedResult<TObject = RelatedObject> extends Flags {
  /** The object with what it owns; undefined while it is not known, and where there is no such object. */
  readonly data: RelatedNode<TObject> | undefined
  /** The status of the tree: how complete and current `data` is, and which resources cannot be read. */
  readonly status: RelatedStatus
  /** Why there is no tree: `status.error`. */
  readonly error: Error | undefined
}
