import type { Pod } from '@kube-informer/testing'
import { type ConnectOptions, connect, until, windowOf } from './connect.ts'

interface Options {
  readonly host: NonNullable<ConnectOptions['host']>
  readonly cluster: string
  readonly count: number
}

declare global {
  // Playwright can call global functions only.
  /** Shows the first rows of a cluster and keeps them updated; resolves when they are shown. */
  var showTab: (options: Options) => Promise<void>
}

const ROWS = 50

globalThis.showTab = async ({ host, cluster, count }) => {
  const connection = connect({ host, baseUrl: `/${cluster}`, identity: 'bench' })
  await until<Pod>(
    connection,
    windowOf(ROWS),
    ({ data, total, status }) =>
      data.length === Math.min(ROWS, count) && total === count && status.data === 'complete',
  )
  if (connection.status.host !== host) throw new Error(`the host is ${connection.status.host}`)
}
