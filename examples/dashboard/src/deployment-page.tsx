import type { Event } from '@kube-informer/core/resources'
import { useObject, useRelated } from '@kube-informer/react'
import { Failure } from './failure.tsx'

interface Props {
  readonly namespace: string
  readonly name: string
}

/** A Deployment with its ReplicaSets, their Pods, and the Events about it. */
export function DeploymentPage({ namespace, name }: Props) {
  const {
    data: root,
    status,
    error,
  } = useRelated({ resource: 'deployments', object: { namespace, name } }, { depth: 2 })
  if (error) return <Failure error={error} />
  if (!root) return <p>{status.data === 'none' ? 'Loading…' : `There is no Deployment ${name}.`}</p>
  return (
    <>
      <h1>{root.object.metadata?.name}</h1>
      {status.failures.map(({ resource, error: failure }) => (
        <p role="alert" key={resource}>{`${resource}: ${failure.message}`}</p>
      ))}
      <ul aria-label="Children">
        {root.children.map(({ object, total }) => (
          <li key={object.metadata?.uid}>{`${object.metadata?.name}, with ${total} Pods`}</li>
        ))}
      </ul>
      <ul aria-label="Events">
        {(root.events as readonly Event[]).map(event => (
          <li key={event.metadata?.uid}>{`${event.reason}: ${event.message}`}</li>
        ))}
      </ul>
    </>
  )
}

/** A Pod, and its owner as a link. */
export function PodPage({ namespace, name }: Props) {
  const { data: pod, isPending, error } = useObject({ namespace, name }, { resource: 'pods' })
  if (isPending) return <p>Loading…</p>
  if (error) return <Failure error={error} />
  if (!pod) return <p>There is no Pod {name}.</p>
  return (
    <>
      <h1>{pod.metadata?.name}</h1>
      {pod.metadata?.ownerReferences?.map(owner => (
        <a key={owner.uid} href={`#/${owner.kind}/${namespace}/${owner.name}`}>
          {`${owner.kind} ${owner.name}`}
        </a>
      ))}
    </>
  )
}
