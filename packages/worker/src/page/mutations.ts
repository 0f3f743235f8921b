import {
  isConflict,
  type KubernetesObject,
  objectNameParts,
  type ResourceDefinition,
} from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import type { Mutation, MutationOf, MutationTarget, ObjectChange } from '../api/mutation.ts'
import type { WriteRequest } from '../wire/calls.ts'
import type { Calls } from './calls.ts'

/** How often a function runs, as with client-go's `retry.DefaultRetry`. Its pause of 10 ms is replaced by the read. */
const ATTEMPTS = 5

/** `at` was the name of `object` until an object was named in one way everywhere. Code without types may still pass it. */
interface EarlierName {
  readonly at?: KubernetesObject
}

/** Sends a mutation to the host. */
export function mutate(
  calls: Calls,
  {
    resource,
    signal,
    at,
    ...given
  }: MutationTarget<string | ResourceDefinition> & MutationOf<KubernetesObject> & EarlierName,
): Mutation<KubernetesObject> {
  const write = at === undefined ? given : { ...given, object: at }
  const { promise: accepted, resolve, reject } = withResolvers<unknown>()
  const send = ({
    optimistic,
    ...sent
  }: WriteRequest & { readonly optimistic?: unknown }): Promise<unknown> =>
    calls.ask({ verb: 'mutate', resource, write: sent, optimistic }, signal, resolve)
  const replace = async (
    { object: name, change, options }: ObjectChange<KubernetesObject>,
    attempts = ATTEMPTS,
  ): Promise<unknown> => {
    const read = { type: 'clientCall', resource, verb: 'get', object: objectNameParts(name) } as const
    const object = change((await calls.run(read, signal)) as KubernetesObject)
    try {
      return await send({ verb: 'replace', object, options })
    } catch (error) {
      if (attempts === 1 || !isConflict(error)) throw error
      return replace({ object: name, change, options }, attempts - 1)
    }
  }
  const isNamed = 'verb' in write && (write.verb === 'patch' || write.verb === 'delete')
  const settled =
    'change' in write
      ? replace(write)
      : send(isNamed ? { ...write, object: objectNameParts(write.object) } : write)
  // Both promises count as handled.
  settled.catch(reject)
  accepted.catch(() => {})
  return { accepted, settled } as Mutation<KubernetesObject>
}
