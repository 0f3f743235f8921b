import { useAccess, useDelete } from '@kube-informer/react'
import { Failure } from './failure.tsx'

/** A button that is enabled if the server would allow the request. The server still decides about the request itself. */
export function DeletePod({ namespace, name }: { readonly namespace: string; readonly name: string }) {
  const { allowed, reason, evaluationError } = useAccess({ resource: 'pods', verb: 'delete', namespace })
  const { mutate, isPending, error } = useDelete({ resource: 'pods' })
  return (
    <>
      <button
        type="button"
        disabled={!allowed || isPending}
        title={evaluationError ?? reason}
        onClick={() => mutate({ object: { namespace, name } })}
      >
        Delete
      </button>
      <Failure error={error} />
    </>
  )
}
