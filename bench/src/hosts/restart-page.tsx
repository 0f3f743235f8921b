import type { Pod } from '@kube-informer/testing'
import { connect, until, windowOf } from '../chromium/connect.ts'

interface Options {
  readonly count: number
  /** A number of its own for each load. */
  readonly turn: number
  readonly identity?: string
}

/** From the worker's start, in ms. */
interface Restarted {
  /** The first rows are at the page. */
  readonly firstRowsMs: number
  /** All Pods are counted, by namespace, too. */
  readonly ms: number
}

declare global {
  // Global functions are what Playwright can call.
  var restart: (options: Options) => Promise<Restarted>
  /** Resolves once the page has been told that a Pod has that version. */
  var seen: (pod: { readonly key: string; readonly version: string }) => Promise<void>
}

const ROWS = 50

globalThis.restart = async ({ count, turn, identity }) => {
  let started = Number.NaN
  const connection = connect({
    identity,
    onWorker: (_, startedAt) => {
      started = startedAt
    },
  })
  const rows = until<Pod>(connection, windowOf(ROWS), ({ data }) => isWhole(data, Math.min(ROWS, count)))
  // Nobody has asked for this window before: no answer to it is kept, and all Pods have to be there.
  const counted = until(
    connection,
    { resource: 'pods', slice: { window: { offset: turn, limit: 0 }, groupBy: 'namespace' } },
    ({ total, groups }) => total === count && groups.reduce((sum, group) => sum + group.count, 0) === count,
  )
  globalThis.seen = async ({ key, version }) => {
    const followed = { resource: 'pods', slice: { target: { type: 'key', key } } } as const
    await until<Pod>(connection, followed, ({ data: [pod] }) => pod?.metadata.resourceVersion === version)
  }
  return { firstRowsMs: (await rows).at - started, ms: (await counted).at - started }
}

const isWhole = (pods: readonly Pod[], count: number): boolean =>
  pods.length === count && pods.every(pod => pod.spec?.nodeName && pod.status?.phase && pod.metadata.uid)
