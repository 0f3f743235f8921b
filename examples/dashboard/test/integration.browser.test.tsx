import { createTestInformers } from '@kube-informer/react/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { informers } from '../src/informers.ts'
import { QueryPods } from '../src/query-pods.tsx'
import { renderPage, ServerPage } from '../src/server-page.tsx'
import { TwoClusters } from '../src/two-clusters.tsx'
import { FORBIDDEN, pod, render } from './render.tsx'

const node = (name: string) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } })

test('a query of TanStack Query follows the informer, and has its error', async () => {
  const query = () => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <QueryPods />
    </QueryClientProvider>
  )
  const { shows, server } = await render(query(), { objects: [pod('shop', 'web')] })
  await shows('1 Pods')
  server.create(pod('shop', 'api'))
  await shows('2 Pods')
  const denied = await render(query(), { faults: FORBIDDEN })
  await denied.shows(/forbidden/i)
})

test('two clusters are on one page, and one that denies does not affect the other', async () => {
  const denied = [{ match: { resource: 'nodes' }, action: { type: 'status', code: 403 } }] as const
  const test = await createTestInformers({ informers, objects: [node('t1')], faults: denied })
  onTestFinished(() => test.close())
  const prod = await render(null, { objects: [node('p1'), node('p2')] })
  await prod.rerender(<TwoClusters clusters={{ prod: prod.connection, test: test.connection }} />)
  await prod.shows('p1, p2')
  await test.waitFor(() => expect(prod.alert()).toMatch(/forbidden/i))
  expect(prod.container.querySelector('[aria-label=test] p')?.textContent).toMatch(/forbidden/i)
})

test('a server renders the rows, and the page hydrates them without a mismatch', async () => {
  const objects = [pod('shop', 'web')]
  const server = await createTestInformers({ informers, objects })
  const rendering = renderPage(server.connection)
  await server.advance(500)
  const html = await rendering
  expect(html).toContain('web')

  const page = await createTestInformers({ informers, objects })
  const element = document.body.appendChild(document.createElement('div'))
  element.innerHTML = html
  const state = element.querySelector('script')?.textContent
  const errors: unknown[] = []
  const container = element.querySelector('div') ?? element
  const root = hydrateRoot(container, <ServerPage connection={page.connection} state={state} />, {
    onRecoverableError: error => errors.push(error),
  })
  onTestFinished(() => {
    root.unmount()
    element.remove()
    page.close()
  })
  await page.advance(500)
  page.server.create(pod('shop', 'api'))
  await page.waitFor(() => expect(container.textContent).toMatch(/api.*web/))
  expect(errors).toEqual([])
})
