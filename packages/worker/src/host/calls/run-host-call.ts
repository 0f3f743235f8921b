import type { HostCall } from '../../wire/calls.ts'
import { questionOf } from '../access/access-question.ts'
import type { Membership } from '../clusters/host-clusters.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { waitFor } from './wait-for.ts'

/** What a call of the host uses besides its message. */
export interface HostCallContext {
  readonly membership: Membership
  readonly signal: AbortSignal
  /** The server has accepted a write. The call settles once the informers have it. */
  readonly onAccepted: (object: unknown) => void
}

/** Answers a call from the caches of the host, its discovery, and the rights of the page's user. */
export async function runHostCall(
  call: HostCall,
  { membership, signal, onAccepted }: HostCallContext,
): Promise<unknown> {
  const { client, cluster, review } = membership
  switch (call.verb) {
    case 'access':
      return review(questionOf(cluster.resource(call.resource), call.action, call.at), signal)
    case 'mutate': {
      const { write, optimistic } = call
      const resource = cluster.resource(call.resource)
      return cluster.writes.run({ client, signal, resource, write, optimistic, onAccepted })
    }
    case 'waitFor': {
      const { resource, object, condition } = call
      return waitFor({ cluster, resource, object, condition, signal })
    }
    case 'snapshot':
      return takeSnapshot({ cluster, subscription: call.subscription, signal })
    case 'discovery':
      return call.refresh
        ? cluster.discovery.refresh(signal)
        : cluster.discovery.differsFrom(call.known, signal)
    case 'namespaces': {
      const readable = call.readable === undefined ? undefined : cluster.resource(call.readable)
      return cluster.namespaces.differsFrom(readable, call.known, signal)
    }
    case 'schema':
      return cluster.schemas.schemaOf(call.kind, { signal })
    default:
      return call satisfies never
  }
}
