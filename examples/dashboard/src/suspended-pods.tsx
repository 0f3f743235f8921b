import { InformerErrorBoundary, useSuspenseLister } from '@kube-informer/react'
import { Suspense } from 'react'

function Count({ namespace }: { readonly namespace: string }) {
  return <p>{`${useSuspenseLister({ resource: 'pods', namespace }).data.length} Pods`}</p>
}

/** Suspends until there are rows. What prevents them is shown by the boundary, which asks the server again. */
export function SuspendedPods({ namespace }: { readonly namespace: string }) {
  return (
    <InformerErrorBoundary
      fallback={({ error, reset }) => (
        <>
          <p role="alert">{String(error)}</p>
          <button type="button" onClick={reset}>
            Try again
          </button>
        </>
      )}
    >
      <Suspense fallback={<p>Loading…</p>}>
        <Count namespace={namespace} />
      </Suspense>
    </InformerErrorBoundary>
  )
}
