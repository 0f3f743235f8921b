import { useIndexValues, usePermittedNamespaces } from '@kube-informer/react'
import { useState } from 'react'
import { Failure } from './failure.tsx'
import { PodsOfNamespace } from './pods-of-namespace.tsx'

/** A picker of the namespaces in which the user may read Pods, and the Pods of the chosen one. */
export function NamespacePicker() {
  const { data: namespaces, isPending, error } = usePermittedNamespaces({ readable: 'pods' })
  const [chosen, choose] = useState<string>()
  const namespace = chosen ?? namespaces[0]
  if (isPending) return <p>Loading…</p>
  return (
    <>
      <Failure error={error} />
      <select aria-label="Namespace" value={namespace} onChange={event => choose(event.target.value)}>
        {namespaces.map(name => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {namespace !== undefined && <PodsOfNamespace namespace={namespace} />}
    </>
  )
}

/** How many Pods each namespace has that the user may read. */
export function PodsOfMyNamespaces() {
  const { data, isPending, error } = useIndexValues('namespace', { resource: 'pods' })
  if (isPending) return <p>Loading…</p>
  return (
    <>
      <Failure error={error} />
      <ul>
        {data.map(({ value, count }) => (
          <li key={value}>{`${value}: ${count}`}</li>
        ))}
      </ul>
    </>
  )
}
