import type { Clock, Random } from '@kube-informer/core'
import type { Agenda } from './agenda.ts'
import type { ChunkCheck } from './chunk-check.ts'
import type { CrowdStats } from './crowd-stats.ts'
import type { Oracle } from './oracle.ts'
import type { TreeNode } from './tree-node.ts'
import type { User } from './users.ts'

/** What the readers of a leaf share. */
export interface ReaderContext {
  readonly leaf: TreeNode
  readonly users: readonly User[]
  readonly stats: CrowdStats
  readonly clock: Clock
  readonly random: Random
  readonly oracle: Oracle
  readonly agenda: Agenda
  readonly chunks: ChunkCheck
  /** Since when all links from the leaf to the apiserver have been open; undefined while one is not. */
  connectedSince(): number | undefined
  /** The leaf has opened a watch. */
  opened(): void
  /** Reports what is wrong. */
  fault(text: string): void
}
