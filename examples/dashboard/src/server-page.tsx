import { InformerProvider } from '@kube-informer/react'
import { InformerHydrationBoundary } from '@kube-informer/react/hydration'
import { dehydrateInformers, serializeForScript } from '@kube-informer/react/server'
import type { Connection } from '@kube-informer/worker'
import { renderToString } from 'react-dom/server'
import { type informers, podsIn } from './informers.ts'
import { PodsOfNamespace } from './pods-of-namespace.tsx'

interface Props {
  readonly connection: Connection<typeof informers>
  /** What the server has read, or its JSON. */
  readonly state: unknown
}

/** The same tree on the server and in the page. */
export const ServerPage = ({ connection, state }: Props) => (
  <InformerProvider connection={connection}>
    <InformerHydrationBoundary state={state}>
      <PodsOfNamespace namespace="shop" />
    </InformerHydrationBoundary>
  </InformerProvider>
)

/** Renders the page on a server, with a connection of its own for each request: `connectInline` with the token of its user. */
export async function renderPage(connection: Connection<typeof informers>): Promise<string> {
  const state = await dehydrateInformers(connection, [podsIn('shop')], { onError: console.warn })
  connection.close()
  return `<div id="root">${renderToString(<ServerPage connection={connection} state={state} />)}</div>
    <script type="application/json" id="informers">${serializeForScript(state)}</script>`
}
