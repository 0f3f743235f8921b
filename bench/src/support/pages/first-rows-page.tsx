import type { Pod } from '@kube-informer/testing'
import type { Connection } from '@kube-informer/worker'
import { connect, until } from './connect.ts'

interface Options {
  readonly how: string
  /** The number of Pods in each namespace. */
  readonly rows: number
  readonly namespaces: readonly string[]
}

declare global {
  // Playwright can call global functions only.
  /** Shows namespaces in sequence. @returns the ms until the rows of each were in the page */
  var openNamespaces: (options: Options) => Promise<readonly number[]>
}

/** Shows a namespace of `rows` Pods; resolves when its rows are in the page. */
type Show = (namespace: string, rows: number) => Promise<void>

/** The number of rows on screen. */
const WINDOW = 50

const connectHere = () => connect({ baseUrl: location.origin })

const WAYS: Readonly<Record<string, () => Show>> = {
  fetch: () => list,
  connection: () => {
    const connection = connectHere()
    return (namespace, rows) => subscribe(connection, namespace, rows)
  },
  start: () => async (namespace, rows) => {
    const connection = connectHere()
    await subscribe(connection, namespace, rows)
    connection.close()
  },
}

globalThis.openNamespaces = async ({ how, rows, namespaces }) => {
  const show = WAYS[how]?.()
  if (!show) throw new Error(`there is no way "${how}"`)
  const times: number[] = []
  for (const namespace of namespaces) {
    const started = performance.now()
    await show(namespace, rows)
    times.push(performance.now() - started)
  }
  return times
}

async function list(namespace: string, rows: number): Promise<void> {
  // Without `pretty=false`, an apiserver indents its responses to browsers.
  const response = await fetch(`/api/v1/namespaces/${namespace}/pods?resourceVersion=0&pretty=false`)
  const { items } = (await response.json()) as { readonly items: readonly Pod[] }
  if (items.length !== rows) throw new Error(`${items.length} Pods in ${namespace}`)
}

async function subscribe(connection: Connection, namespace: string, rows: number): Promise<void> {
  const target = { type: 'index', index: 'namespace', value: namespace } as const
  const slice = { target, window: { offset: 0, limit: WINDOW } }
  let failure: Error | undefined
  const { stop } = await until<Pod>(connection, { resource: 'pods', slice }, ({ data, total, status }) => {
    failure = status.error
    return failure !== undefined || (total === rows && data.length === Math.min(WINDOW, rows))
  })
  stop()
  if (failure) throw failure
}
