import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import { type Connection, connectInformers } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { memo, type ReactNode, StrictMode, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createInformerHooks } from '../create-informer-hooks.ts'
import { dehydrateInformers } from '../server/dehydrate-informers.ts'
import { serializeForScript } from '../server/serialize-for-script.ts'
import { createPageWorker } from '../test/page-worker.ts'
import { informers, type Pod, podNamed } from '../test/pods.ts'
import { InformerHydrationBoundary } from './informer-hydration-boundary.tsx'

const { InformerProvider, useByIndex } = createInformerHooks(informers)

const DEFAULT = {
  resource: 'pods',
  slice: { target: { type: 'index', index: 'namespace', value: 'default' } },
} as const

const rowRendered = vi.fn()
const Row = memo(({ pod }: { readonly pod: Pod }): ReactNode => {
  rowRendered(pod.metadata?.name)
  return <li>{pod.metadata?.name}</li>
})

/** Called with the list when React has rendered or hydrated it. */
const mounted = vi.fn()

const Names = (): ReactNode => {
  const { data, status } = useByIndex('namespace', 'default')
  return (
    <ul title={status.data} ref={mounted}>
      {data.map(pod => (
        <Row key={pod.metadata?.uid} pod={pod} />
      ))}
    </ul>
  )
}

const page = (connection: Connection<typeof informers>, state: unknown): ReactNode => (
  <StrictMode>
    <InformerProvider connection={connection}>
      <InformerHydrationBoundary state={state}>
        <Suspense>
          <Names />
        </Suspense>
      </InformerHydrationBoundary>
    </InformerProvider>
  </StrictMode>
)

/** The HTML and the state of a server, as text. */
async function render(server: FakeApiserver) {
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch: server.fetch })
  const state = serializeForScript(await dehydrateInformers(connection, [DEFAULT]))
  const html = renderToString(page(connection, JSON.parse(state)))
  connection.close()
  return { html, state }
}

/** Opens the HTML in this page, and hydrates it over a worker. */
async function open(
  server: FakeApiserver,
  { html, state }: { readonly html: string; readonly state: unknown },
) {
  // Updates arrive at any time, and React renders them as on a page: act would report those outside it.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const worker = () => createPageWorker(informers, server).worker
  const connection = connectInformers(informers, { baseUrl: 'http://fake', worker })
  const element = document.body.appendChild(document.createElement('div'))
  element.innerHTML = html
  const removed: string[] = []
  const observer = new MutationObserver(changes => {
    for (const { removedNodes } of changes)
      for (const node of removedNodes) removed.push(node.textContent ?? '')
  })
  observer.observe(element, { childList: true, subtree: true })
  const errors: unknown[] = []
  const logged = vi.spyOn(console, 'error')
  const onRecoverableError = (error: unknown) => errors.push(error)
  const hydrated = new Promise(resolve => mounted.mockImplementation(resolve))
  const root = hydrateRoot(element, page(connection, state), { onRecoverableError })
  onTestFinished(() => {
    root.unmount()
    observer.disconnect()
    logged.mockRestore()
    element.remove()
    connection.close()
  })
  await hydrated
  const shows = (text: RegExp) =>
    vi.waitFor(() => expect(element.innerHTML).toMatch(text), { timeout: 5_000, interval: 1 })
  /** Nothing was reported about a mismatch. */
  const matched = () => expect([errors, logged.mock.calls]).toEqual([[], []])
  return { element, removed, shows, matched }
}

const startServer = () => createFakeApiserver({ objects: ['a', 'b', 'c'].map(name => podNamed(name)) })

/** The requests for rows: a list with limit 1 only counts, and the version decides in which encoding they are read. */
const requests = (server: FakeApiserver) =>
  server.requests
    .filter(({ path, query }) => path !== '/version' && query.limit !== '1')
    .map(({ kind, query }) => (kind === 'watch' ? `watch ${query.resourceVersion}` : kind))

test('hydration keeps every DOM node, and the informer resumes without a list', async () => {
  const server = startServer()
  const rendered = await render(server)
  const { rv } = server
  const before = requests(server).length
  expect(rendered.html).toContain('<ul title="cached"><li>a</li><li>b</li><li>c</li></ul>')
  server.update(podNamed('b', 'Failed'))
  server.create(podNamed('d'))

  const { element, removed, shows, matched } = await open(server, {
    ...rendered,
    state: JSON.parse(rendered.state),
  })
  const nodes = [...element.querySelectorAll('li')]
  rowRendered.mockClear()
  await shows(/<ul title="complete"><li>a<\/li><li>b<\/li><li>c<\/li><li>d<\/li><\/ul>/)
  expect([...element.querySelectorAll('li')].slice(0, 3)).toEqual(nodes)
  expect(removed).toEqual([])
  // The rows of the worker that did not change are the rendered ones.
  expect(new Set(rowRendered.mock.calls.flat())).toEqual(new Set(['b', 'd']))
  expect(requests(server).slice(before)).toEqual([`watch ${rv}`])
  matched()
})

test('a resourceVersion that has expired leads to a list, and the rows stay', async () => {
  const server = startServer()
  const rendered = await render(server)
  const before = requests(server).length
  server.delete(podNamed('b'))
  server.relist()
  const { element, removed, shows, matched } = await open(server, rendered)
  const [first] = element.querySelectorAll('li')
  await shows(/<ul title="complete"><li>a<\/li><li>c<\/li><\/ul>/)
  expect(element.querySelector('li')).toBe(first)
  expect(removed).toEqual(['b'])
  expect(
    requests(server)
      .slice(before)
      .filter(kind => kind === 'list'),
  ).toHaveLength(1)
  matched()
})

test('a page that receives no usable state loads its rows itself', async () => {
  const server = startServer()
  const { state } = await render(server)
  const empty = connectInline(informers, { baseUrl: 'http://fake', fetch: server.fetch })
  const html = renderToString(page(empty, undefined))
  empty.close()
  const { shows, matched } = await open(server, { html, state: state.slice(0, -5) })
  await shows(/<ul title="complete"><li>a<\/li>/)
  matched()
})
