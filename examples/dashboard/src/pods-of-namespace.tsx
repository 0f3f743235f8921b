import { useLister } from '@kube-informer/react'
import { Failure } from './failure.tsx'
import { podsIn } from './informers.ts'

/** The Pods of one namespace. A user with a Role in this namespace alone sees them. */
export function PodsOfNamespace({ namespace }: { namespace: string }) {
  const { data, isPending, error } = useLister(podsIn(namespace))
  if (isPending) return <p>Loading…</p>
  return (
    <>
      <Failure error={error} />
      {data.length === 0 && !error && <p>There are no Pods in {namespace}.</p>}
      <ul>
        {data.map(pod => (
          <li key={pod.metadata?.uid}>
            {pod.metadata?.name} <em>{pod.status?.phase}</em>
          </li>
        ))}
      </ul>
    </>
  )
}
