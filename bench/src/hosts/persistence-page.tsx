import type { Pod } from '@kube-informer/testing'
import { connect, until, windowOf } from '../chromium/connect.ts'
import type { DiskCounts } from './counting-worker.ts'

interface Options {
  readonly count: number
  /** The Pod that tells where the worker is. */
  readonly mark: string
  readonly identity?: string
}

declare global {
  // Global functions are what Playwright can call.
  var sync: (options: Options) => Promise<void>
  /** Lets events happen by asking for this URL; answers how long it took until the page knew the last of them. */
  var change: (url: string, version: string) => Promise<number>
  var written: () => Promise<DiskCounts>
}

const disk = new BroadcastChannel('bench-disk')

globalThis.sync = async ({ count, mark, identity }) => {
  const connection = connect({ identity, script: '/counting-worker.js' })
  await until(connection, windowOf(50), ({ total }) => total === count)
  const followed = { resource: 'pods', slice: { target: { type: 'key', key: mark } } } as const
  await until(connection, followed, ({ data }) => data.length === 1)
  globalThis.change = async (url, version) => {
    const started = performance.now()
    const isThere = until<Pod>(
      connection,
      followed,
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
