import { dehydrateInformers, serializeForScript } from '@kube-informer/react/server'
import { connectInline } from '@kube-informer/worker/inline'
import { renderToString } from 'react-dom/server'
import { informers } from './informers.ts'
import { App, QUERY } from './rendered-app.tsx'

/** The application with the rows of an apiserver, and the state from which its page continues. */
export async function render(apiserver: string): Promise<string> {
  const connection = connectInline(informers, { baseUrl: apiserver })
  const state = await dehydrateInformers(connection, [QUERY])
  connection.close()
  return `<div id="root">${renderToString(<App connection={connection} state={state} />)}</div>
    <script type="application/json" id="informers">${serializeForScript(state)}</script>`
}
