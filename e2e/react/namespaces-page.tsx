// Navigation between namespaces: each view suspends, and a transition keeps the view before it.
import { Suspense, useState, useTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { connect, hooks, rootElement } from './page.ts'

const { InformerProvider, useSuspenseByIndex } = hooks

function Deployments({ namespace }: { readonly namespace: string }) {
  const { data } = useSuspenseByIndex('namespace', namespace)
  return (
    <ul>
      {data.map(({ metadata, spec }) => (
        <li key={metadata?.uid}>{`${metadata?.namespace}/${metadata?.name} ${spec?.replicas}`}</li>
      ))}
    </ul>
  )
}

function Page() {
  const [namespace, setNamespace] = useState('team-a')
  const [isPending, startTransition] = useTransition()
  return (
    <main aria-busy={isPending}>
      {['team-a', 'team-b', 'team-c'].map(name => (
        <button key={name} type="button" onClick={() => startTransition(() => setNamespace(name))}>
          {name}
        </button>
      ))}
      <Suspense fallback={<p>Loading</p>}>
        <Deployments namespace={namespace} />
      </Suspense>
    </main>
  )
}

createRoot(rootElement()).render(
  <InformerProvider connection={connect()}>
    <Page />
  </InformerProvider>,
)
