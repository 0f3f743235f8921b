import { useConnectionStatus, useInformerStatus } from '@kube-informer/react'
import { Failure } from './failure.tsx'

/** Where the informers run and what they store, and what the informer of Pods has done so far. It requests nothing. */
export function Inspection() {
  const { host, reason, state, freshness, storage, error } = useConnectionStatus()
  const { data, link, counters } = useInformerStatus({ resource: 'pods' })
  return (
    <>
      <Failure error={error === undefined ? undefined : new Error(error)} />
      <dl>
        <dt>Host</dt>
        <dd>{`${host} (${reason}), ${state}`}</dd>
        <dt>Rows</dt>
        <dd>{`${freshness.state}, storage ${storage.state}`}</dd>
        <dt>Pods</dt>
        <dd>{`${data}, ${link}, ${counters.objects} objects, ${counters.relists} lists repeated`}</dd>
      </dl>
    </>
  )
}
