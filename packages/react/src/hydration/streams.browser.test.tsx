import { withResolvers } from '@kube-informer/core/internal'
import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import { type Connection, connectInformers } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { type ReactNode, Suspense, use } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToReadableStream } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dehydrateInformers } from '../server/dehydrate-informers.ts'
import { createPageWorker } from '../test/page-worker.ts'
import { hooks } from '../test/pod-hooks.tsx'
import { informers, podNamed } from '../test/pods.ts'
import { testOfReact19 } from '../test/react-version.ts'
import { InformerHydrationBoundary } from './informer-hydration-boundary.tsx'

/** React streams HTML through a byte stream, which WebKitGTK does not have. */
const hasByteStreams = 'ReadableByteStreamController' in globalThis
const testOfByteStreams = test.skipIf(!hasByteStreams)

type PodConnection = Connection<typeof informers>

const Names = (): ReactNode =>
  hooks.useSuspenseLister().data.map(({ metadata }) => <li key={metadata?.uid}>{metadata?.name}</li>)

/** React holds back a shell whose boundary may contain <html>. */
const page = (connection: PodConnection, rows: ReactNode): ReactNode => (
  <hooks.InformerProvider connection={connection}>
    <main>
      <Suspense fallback="waiting">{rows}</Suspense>
    </main>
  </hooks.InformerProvider>
)

const startServer = () => createFakeApiserver({ objects: ['a', 'b'].map(name => podNamed(name)) })

/** The HTML of a stream, whose rows follow its shell, and what a function returned on the server. */
async function render<T>(
  server: FakeApiserver,
  rowsOf: (connection: PodConnection) => readonly [ReactNode, T],
) {
  const { promise: shellIsSent, resolve: sendRows } = withResolvers<void>()
  const fetch: typeof server.fetch = (...request) => shellIsSent.then(() => server.fetch(...request))
  const connection = connectInline(informers, { baseUrl: 'http://fake', fetch })
  const [rows, result] = rowsOf(connection)
  const stream = await renderToReadableStream(page(connection, rows))
  let html = ''
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    html += decoder.decode(read.value, { stream: true })
    sendRows()
  }
  connection.close()
  return [html, result] as const
}

/** Opens the HTML with its scripts, and hydrates it over a worker. */
function open(server: FakeApiserver, html: string, rows: ReactNode) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const worker = () => createPageWorker(informers, server).worker
  const connection = connectInformers(informers, { baseUrl: 'http://fake', worker })
  const element = document.body.appendChild(document.createElement('div'))
  element.append(document.createRange().createContextualFragment(html))
  const onRecoverableError = vi.fn()
  const hydrate = () => {
    const nodes = [...element.querySelectorAll('li')]
    const root = hydrateRoot(element, page(connection, rows), { onRecoverableError })
    onTestFinished(() => root.unmount())
    return nodes
  }
  onTestFinished(() => {
    element.remove()
    connection.close()
  })
  const shows = (text: string) =>
    vi.waitFor(() => expect(element.querySelector('main')?.textContent).toBe(text), { timeout: 5_000 })
  /** Hydrated nodes have the properties of React. */
  const isHydrated = () =>
    vi.waitFor(
      () => expect(Object.keys(element.querySelector('li') ?? {}).join()).toContain('__reactProps'),
      { timeout: 5_000 },
    )
  const nodesNow = () => [...element.querySelectorAll('li')]
  return { hydrate, shows, isHydrated, nodesNow, onRecoverableError }
}

testOfByteStreams(
  'hydration waits for the rows of the page, and keeps those that were streamed',
  async () => {
    const server = startServer()
    const [html] = await render(server, () => [<Names key="names" />, undefined])
    expect(html).toContain('waiting')
    const { hydrate, shows, isHydrated, nodesNow, onRecoverableError } = open(server, html, <Names />)
    await shows('ab')
    const nodes = hydrate()
    await isHydrated()
    expect(nodesNow()).toEqual(nodes)
    expect(onRecoverableError).not.toHaveBeenCalled()
    server.create(podNamed('c'))
    await shows('abc')
    expect(nodesNow().slice(0, 2)).toEqual(nodes)
  },
)

testOfByteStreams('without a state, rows that have changed meanwhile are rendered again', async () => {
  const server = startServer()
  const [html] = await render(server, () => [<Names key="names" />, undefined])
  const { hydrate, shows, onRecoverableError } = open(server, html, <Names />)
  await shows('ab')
  server.create(podNamed('c'))
  hydrate()
  await shows('abc')
  expect(onRecoverableError).toHaveBeenCalled()
})

const testOfBoth = hasByteStreams ? testOfReact19 : testOfByteStreams

testOfBoth('with a state that is awaited below the shell, they are not', async () => {
  const server = startServer()
  const Rows = ({ state }: { readonly state: Promise<unknown> }): ReactNode => (
    <InformerHydrationBoundary state={use(state)}>
      <Names />
    </InformerHydrationBoundary>
  )
  const [html, state] = await render(server, connection => {
    const pending = dehydrateInformers(connection, [{ resource: 'pods' }])
    return [<Rows key="rows" state={pending} />, pending]
  })
  expect(html).toContain('waiting')
  const sent = Promise.resolve(JSON.stringify(await state))
  const { hydrate, shows, nodesNow, onRecoverableError } = open(server, html, <Rows state={sent} />)
  await shows('ab')
  server.create(podNamed('c'))
  const nodes = hydrate()
  await shows('abc')
  expect(nodesNow().slice(0, 2)).toEqual(nodes)
  expect(onRecoverableError).not.toHaveBeenCalled()
})
