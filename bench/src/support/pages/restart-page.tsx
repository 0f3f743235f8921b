import type { Pod } from '@kube-informer/testing'
import { connect, until, windowOf } from './connect.ts'

interface Options {
  readonly count: number
  /** A different number for each load. */
  readonly load: number
  readonly identity?: string
  /** The script of the worker. */
  readonly script: string
}

/** Times since the start of the worker, in ms. */
interface Restarted {
  /** The page has the first rows. */
  readonly firstRowsMs: number
  /** All Pods are counted, also by namespace. */
  readonly ms: number
}

declare global {
  // Playwright can call global functions only.
  var restart: (options: Options) => Promise<Restarted>
  /** Resolves when the page has received this resourceVersion of a Pod. */
  var seen: (pod: { readonly key: string; readonly version: string }) => Promise<void>
}

const ROWS = 50

globalThis.restart = async ({ count, load, identity, script }) => {
  let started = Number.NaN
  const connection = connect({
    identity,
    script,
    onWorker: (_, startedAt) => {
      started = startedAt
    },
  })
  const rows = until<Pod>(connection, windowOf(ROWS), ({ data }) => isWhole(data, Math.min(ROWS, count)))
  // A window that was not requested before: no stored first-paint snapshot matches, so all Pods have to be loaded.
  const counted = until(
    connection,
    { resource: 'pods', slice: { window: { offset: load, limit: 0 }, groupBy: 'namespace' } },
    ({ total, groups }) => total === count && groups.reduce((sum, group) => sum + group.count, 0) === count,
  )
  globalThis.seen = async ({ key, version }) => {
    const subscription = { resource: 'pods', slice: { target: { type: 'key', key } } } as const
    await until<Pod>(connection, subscription, ({ data: [pod] }) => pod?.metadata.resourceVersion === version)
  }
  return { firstRowsMs: (await rows).at - started, ms: (await counted).at - started }
}

const isWhole = (pods: readonly Pod[], count: number): boolean =>
  pods.length === count && pods.every(pod => pod.spec?.nodeName && pod.status?.phase && pod.metadata.uid)
