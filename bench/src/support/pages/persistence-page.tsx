import type { Pod } from '@kube-informer/testing'
import { connect, until, windowOf } from './connect.ts'
import type { DiskCounts } from './counting-worker.ts'

interface Options {
  readonly count: number
  /** The Pod that shows the progress of the worker. */
  readonly mark: string
  readonly identity?: string
}

declare global {
  // Playwright can call global functions only.
  var sync: (options: Options) => Promise<void>
  /** Releases events with a request to this URL; returns the time until the page has received the last of them. */
  var change: (url: string, version: string) => Promise<number>
  var written: () => Promise<DiskCounts>
}

const disk = new BroadcastChannel('bench-disk')

globalThis.sync = async ({ count, mark, identity }) => {
  const connection = connect({ identity, script: '/counting-worker.js' })
  await until(connection, windowOf(50), ({ total }) => total === count)
  const subscription = { resource: 'pods', slice: { target: { type: 'key', key: mark } } } as const
  await until(connection, subscription, ({ data }) => data.length === 1)
  globalThis.change = async (url, version) => {
    const started = performance.now()
    const isThere = until<Pod>(
      connection,
      subscription,
      ({ data: [pod] }) => pod?.metadata.resourceVersion === version,
    )
    await fetch(url)
    const { at, stop } = await isThere
    stop()
    return at - started
  }
}

globalThis.written = () =>
  new Promise(resolve => {
    disk.onmessage = ({ data }: MessageEvent<DiskCounts>) => resolve(data)
    disk.postMessage('how much?')
  })
