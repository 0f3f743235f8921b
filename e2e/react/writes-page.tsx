// Writes over a slow server: deletes, and an apply with the conflicts that it meets.
import type { Deployment } from '@kube-informer/core/resources'
import { createRoot } from 'react-dom/client'
import { connect, hooks, rootElement } from './page.ts'

const { InformerProvider, useApply, useDelete, useLister } = hooks

const WANTED = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace: 'default', name: 'web' },
  spec: { replicas: 5, template: { spec: { containers: [{ name: 'main', image: 'web:2' }] } } },
} as const

const textOf = ({ metadata, spec }: Deployment): string =>
  `${metadata?.name} ${spec?.replicas} ${spec?.template.spec?.containers[0]?.image}`

function Deployments() {
  const { data } = useLister()
  const { mutate, isPending, isSettling, error, variables } = useDelete()
  const deleted = (variables?.object as Deployment | undefined)?.metadata?.name
  return (
    <>
      <ul>
        {data.map(deployment => (
          <li key={deployment.metadata?.uid}>
            {textOf(deployment)}
            <button type="button" onClick={() => mutate({ object: deployment })}>
              {`Delete ${deployment.metadata?.name}`}
            </button>
          </li>
        ))}
      </ul>
      {isPending && <p role="status">{`deleting ${deleted}`}</p>}
      {isSettling && <p role="status">{`deleted ${deleted}, not seen yet`}</p>}
      {error && <p role="alert">{error.message}</p>}
    </>
  )
}

function Apply() {
  const { mutate, conflicts, isPending } = useApply({ fieldManager: 'dashboard' })
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => mutate({ object: WANTED })}>
        Apply
      </button>
      {conflicts.map(({ field, manager }) => (
        <p key={field} role="note">{`${field} belongs to ${manager}`}</p>
      ))}
      {conflicts.length > 0 && (
        <button type="button" onClick={() => mutate({ object: WANTED, force: true })}>
          Take over
        </button>
      )}
    </>
  )
}

createRoot(rootElement()).render(
  <InformerProvider connection={connect()}>
    <main>
      <Deployments />
      <Apply />
    </main>
  </InformerProvider>,
)
