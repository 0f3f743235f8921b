import type { RelayBudgets } from '@kube-informer/relay'

/** A deliberate fault of the tree, which the checks must find. */
export interface Faulty {
  /** Whether a node has no storage. */
  readonly forgets?: (node: string) => boolean
  /** What a node receives from its parent instead of each chunk. */
  readonly alter?: (node: string) => ((chunk: Uint8Array) => Uint8Array) | undefined
  /** Other limits than the configured ones. */
  readonly budgets?: RelayBudgets
  /** Whether the leaves do not watch RBAC, although they should. */
  readonly ignoresRbac?: boolean
}
