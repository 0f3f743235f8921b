import { useLister } from '@kube-informer/react'

export function Pods() {
  const { data, error, isPending } = useLister()
  if (error) return <p role="alert">{error.message}</p>
  if (isPending) return <p>Loading…</p>
  return (
    <ul>
      {data.map(({ metadata, status }) => (
        <li key={metadata?.uid}>{`${metadata?.name}: ${status?.phase}`}</li>
      ))}
    </ul>
  )
}
