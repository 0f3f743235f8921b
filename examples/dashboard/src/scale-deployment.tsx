import { isConflict } from '@kube-informer/core'
import { useObject, useScale } from '@kube-informer/react'
import { Failure } from './failure.tsx'

/** Shows the new number of replicas at once, and the old one again if the server rejects the write. */
export function ScaleDeployment({ namespace, name }: { readonly namespace: string; readonly name: string }) {
  const { data: deployment, isPending, error } = useObject({ namespace, name }, { resource: 'deployments' })
  const scale = useScale({ resource: 'deployments' })
  if (isPending) return <p>Loading…</p>
  if (!deployment) return <Failure error={error ?? new Error(`there is no Deployment ${name}`)} />
  const replicas = deployment.spec?.replicas ?? 1
  return (
    <>
      <output aria-busy={scale.isPending || scale.isSettling}>{replicas}</output>
      <button
        type="button"
        onClick={() => scale.mutate({ object: { namespace, name }, replicas: replicas + 1 })}
      >
        One more
      </button>
      {isConflict(scale.error) ? (
        <p role="alert">Someone else has changed it: look at the number, and try again.</p>
      ) : (
        <Failure error={scale.error} />
      )}
    </>
  )
}
