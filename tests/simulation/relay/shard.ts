/** A process of `main.ts`: runs a tree in which a part of the leaves have readers. */
import { runTree, type TreeReport } from './run-tree.ts'
import { LARGE, treePlan } from './tree-plan.ts'

/** What a process reports. */
export interface ShardReport {
  readonly tree: TreeReport
  readonly cpuMs: number
  readonly tookMs: number
  /** The largest resident memory, in bytes. */
  readonly rss: number
}

const [seed = 1, readers = 0, shard = 0, shards = 1] = process.argv.slice(2).map(Number)
// Errors of broken connections are many, and no report contains their stacks.
Error.stackTraceLimit = 0

const share = LARGE.leaves / shards
const started = performance.now()
const tree = await runTree(treePlan(seed, { ...LARGE, readers }), {
  leaves: { from: Math.round(shard * share), to: Math.round((shard + 1) * share) },
})
const { user, system } = process.cpuUsage()
const report: ShardReport = {
  tree,
  cpuMs: (user + system) / 1000,
  tookMs: performance.now() - started,
  rss: process.resourceUsage().maxRSS * 1024,
}
process.send?.(report, () => process.exit())
