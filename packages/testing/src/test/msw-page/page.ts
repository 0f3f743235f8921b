import { setupWorker } from 'msw/browser'
import { forwardToWorker } from '../../forward/forward-to-worker.ts'
import { mswHandlers } from '../../msw/handlers.ts'
import { type Reading, watch } from '../fixtures.ts'

/** The functions that the test calls in the page. */
export interface Page {
  ready: Promise<unknown>
  status(): Promise<{ rv: string; openWatches: number }>
  watch(): Promise<void>
  texts(): readonly string[]
  abort(): void
}

const server = forwardToWorker(
  new Worker(new URL('../server.worker.ts', import.meta.url), { type: 'module' }),
)
const at = (path: string) => fetch(`/k8s${path}`)
let reading: Reading | undefined

const page: Page = {
  ready: setupWorker(...mswHandlers(server, { baseUrl: '/k8s' })).start({
    quiet: true,
    onUnhandledFrame: 'bypass',
  }),
  status: async () => (await at('/_fake/status')).json(),
  watch: async () => {
    const { rv } = await page.status()
    reading = await watch(
      { fetch: (url, init) => fetch(String(url).replace('http://fake', '/k8s'), init) },
      `&resourceVersion=${rv}`,
    )
  },
  texts: () => reading?.texts ?? [],
  abort: () => reading?.controller.abort(),
}
Object.assign(globalThis, { page })
