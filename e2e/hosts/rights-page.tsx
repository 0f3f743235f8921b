// The page of the README's first example, for users with few rights.
import type { KubernetesObject } from '@kube-informer/core'
import { createInformerHooks } from '@kube-informer/react'
import { connectInformers } from '@kube-informer/worker'
import { createRoot } from 'react-dom/client'
import { informers } from './rights-informers.ts'
import { rightsOptionsOf } from './rights-options.ts'

const { InformerProvider, useByIndex, useLister, useObject } = createInformerHooks(informers, {
  resource: 'pods',
})

interface RowsProps {
  readonly rows: readonly KubernetesObject[]
  readonly error: Error | undefined
}

function Rows({ rows, error }: RowsProps) {
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {rows.map(({ metadata }) => (
          <li key={metadata?.uid}>
            {metadata?.namespace}/{metadata?.name}
          </li>
        ))}
      </ul>
    </>
  )
}

function AllPods() {
  const { data, error } = useLister()
  return <Rows rows={data} error={error} />
}

function PodsOf({ namespace }: { readonly namespace: string }) {
  const { data, error } = useByIndex('namespace', namespace)
  return <Rows rows={data} error={error} />
}

function OneSecret({ at }: { readonly at: string }) {
  const { data, error } = useObject(at, { resource: 'secrets' })
  return (
    <>
      <Rows rows={data ? [data] : []} error={error} />
      <output>{Object.values(data?.data ?? {}).map(atob)}</output>
    </>
  )
}

const { api, token, namespaces, namespace, secret } = rightsOptionsOf(location.search)

function Shown() {
  if (secret !== undefined) return <OneSecret at={secret} />
  return namespace === undefined ? <AllPods /> : <PodsOf namespace={namespace} />
}

const connection = connectInformers(informers, {
  baseUrl: api,
  identity: 'user',
  getToken: () => token,
  namespaces,
  worker: () => new Worker('/rights-informers.worker.js', { type: 'module' }),
})

createRoot(document.getElementById('root') ?? document.body).render(
  <InformerProvider connection={connection}>
    <Shown />
    <button type="button" onClick={() => connection.reconnect()}>
      Reconnect
    </button>
  </InformerProvider>,
)
