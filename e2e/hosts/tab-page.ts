// The script of a tab; tests in Node call it through `globalThis.tab`.
import { StatusError } from '@kube-informer/core'
import {
  type Connection,
  type ConnectionStatus,
  connectInformers,
  type Subscription,
} from '@kube-informer/worker'
import type { Digest } from './digest.ts'
import { hangWorkers } from './hang-worker.ts'
import { informers, oldInformers } from './informers.ts'
import { type Shown, ShownRows } from './shown-rows.ts'
import { tabOptionsOf, type ViewName } from './tab-options.ts'
import { Workload } from './workload-page.ts'

/** The interface between a test and a tab. */
interface TabPage {
  status(): ConnectionStatus
  shown(view?: ViewName): Shown
  /** Every view, by its name. */
  allShown(): Readonly<Record<string, Shown>>
  digests(view?: ViewName): readonly Digest[]
  /** The past states of the connection, e.g. `ready leader`. */
  readonly connectionHistory: readonly string[]
  /** Every `pagehide` and `pageshow` (with `kept` for the back/forward cache), `freeze` and `resume` event. */
  readonly lifecycle: readonly string[]
  /** Uncaught errors of the page. */
  readonly errors: readonly string[]
  /** Terminates the tab's newest worker without the library. @returns whether there was one */
  killWorker(): boolean
  /** Makes every worker of the origin hang. */
  hangWorkers(forMs: number): void
  signOut(): Promise<void>
  /** Creates a Pod through the connection's client. @returns the server's error, if it rejects the call */
  createPod(name: string): Promise<{ readonly code?: number; readonly message?: string }>
}

declare global {
  // Tests can access only globals.
  var tab: TabPage
}

const options = tabOptionsOf(location.search)
const lifecycle: string[] = []
const errors: string[] = []
const connectionHistory: string[] = []
let worker: Worker | undefined

addEventListener('error', ({ message }) => errors.push(message))
addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
for (const type of ['pagehide', 'pageshow'] as const)
  addEventListener(type, ({ persisted }) => lifecycle.push(persisted ? `${type} kept` : type))
for (const type of ['freeze', 'resume']) document.addEventListener(type, () => lifecycle.push(type))

const { build = 'new' } = options
const isOld = build === 'old'
const connection: Connection = connectInformers(isOld ? oldInformers : informers, {
  baseUrl: options.api,
  host: options.host,
  identity: options.identity,
  ...(options.token !== undefined && { getToken: () => options.token ?? '' }),
  worker: () => {
    worker = new Worker(build === 'new' ? '/informers.worker.js' : `/${build}-informers.worker.js`, {
      type: 'module',
    })
    return worker
  },
  // Tabs of two builds that use the same URL share one worker.
  sharedWorker: () => new SharedWorker('/informers.worker.js', { type: 'module', name: 'informers' }),
})

function noteStatus({ state, role, error }: ConnectionStatus): void {
  const entry = [state, role, error].filter(Boolean).join(' ')
  if (connectionHistory.at(-1) !== entry) connectionHistory.push(entry)
}
noteStatus(connection.status)
connection.subscribeStatus(noteStatus)

const views = new Map<ViewName, ShownRows>()

function openView(name: ViewName, subscription: Subscription): void {
  const view = new ShownRows()
  views.set(name, view)
  connection.subscribe(subscription, state => view.show(state))
}

for (const resource of options.follow ?? ['pods']) openView(resource, { resource })
if (options.window !== undefined)
  openView('window', { resource: 'pods', slice: { window: { offset: 0, limit: options.window } } })

function viewOf(name: ViewName): ShownRows {
  const view = views.get(name)
  if (!view) throw new Error(`this tab does not show ${name}`)
  return view
}

globalThis.workload = new Workload(connection as Connection<typeof informers>)

globalThis.tab = {
  status: () => connection.status,
  shown: (view = 'pods') => viewOf(view).shown,
  allShown: () => Object.fromEntries([...views].map(([name, { shown }]) => [name, shown])),
  digests: (view = 'pods') => viewOf(view).digests,
  connectionHistory,
  lifecycle,
  errors,
  killWorker: () => {
    worker?.terminate()
    return worker !== undefined
  },
  hangWorkers,
  signOut: () => connection.signOut(),
  createPod: async name => {
    const metadata = { namespace: 'default', name }
    const pod = { metadata, spec: { containers: [{ name: 'main', image: 'none' }] } }
    try {
      await connection.client.create('pods', pod)
      return {}
    } catch (error) {
      return { ...(error instanceof StatusError && { code: error.code }), message: String(error) }
    }
  },
}
