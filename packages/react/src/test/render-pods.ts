import { defineResource } from '@kube-informer/core'
import { defineInformers } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { createElement, type ReactNode, Suspense } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { createInformerHooks } from '../create-informer-hooks.ts'
import { InformerHydrationBoundary } from '../hydration/informer-hydration-boundary.tsx'
import { dehydrateInformers } from '../server/dehydrate-informers.ts'
import { serializeForScript } from '../server/serialize-for-script.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const informers = defineInformers({ pods: { resource: pods } })
const { InformerProvider, useLister, useSuspenseLister } = createInformerHooks(informers)

function Names(): ReactNode {
  const { data, status } = useLister()
  return createElement('p', { title: status.data }, data.map(({ metadata }) => metadata?.name).join(' '))
}

function SuspendedNames(): ReactNode {
  const { data } = useSuspenseLister()
  return createElement('p', null, data.map(({ metadata }) => metadata?.name).join(' '))
}

const Total = (): ReactNode => createElement('b', null, useSuspenseLister().total)

/** Streams a page for the user of a token, with the state at its end. Every runtime runs this code. */
export async function renderPods(baseUrl: string, token: string): Promise<ReadableStream<Uint8Array>> {
  const connection = connectInline(informers, { baseUrl, getToken: () => token })
  const state = await dehydrateInformers(connection, [{ resource: 'pods' }])
  connection.close()
  const html = await renderToReadableStream(
    createElement(
      InformerProvider,
      { connection },
      createElement(
        InformerHydrationBoundary,
        { state },
        createElement(Names),
        createElement(Suspense, { fallback: 'waiting' }, createElement(Total)),
      ),
    ),
    // Without a state, a hook that suspends finds the connection closed, and the page loads the rows.
    { onError: () => {} },
  )
  const end = `<script type="application/json">${serializeForScript(state)}</script>`
  const withState = new TransformStream<Uint8Array, Uint8Array>({
    flush: controller => controller.enqueue(new TextEncoder().encode(end)),
  })
  return html.pipeThrough(withState)
}

type RenderStream = (page: ReactNode) => Promise<ReadableStream<Uint8Array>>

// The page shows the error of a user without the right.
const renderStream: RenderStream = page => renderToReadableStream(page, { onError: () => {} })

/** Streams a page for the user of a token that waits for its rows while it is sent. Every runtime runs this code. */
export async function streamPods(
  baseUrl: string,
  token: string,
  render: RenderStream = renderStream,
): Promise<ReadableStream<Uint8Array>> {
  const connection = connectInline(informers, { baseUrl, getToken: () => token })
  const html = await render(
    createElement(
      InformerProvider,
      { connection },
      // React holds back a shell whose boundary may contain <html>.
      createElement(
        'main',
        null,
        createElement('h1', null, 'Pods'),
        createElement(Suspense, { fallback: 'waiting' }, createElement(SuspendedNames)),
      ),
    ),
  )
  return html.pipeThrough(new TransformStream({ flush: () => connection.close() }))
}
