import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import type { Mutation, MutationOf } from '@kube-informer/worker'

/** A write that a component has started. The test decides what becomes of it. */
export interface FakeMutation {
  /** What was passed to `connection.mutate`. */
  readonly write: MutationOf<KubernetesObject> & { readonly resource: string | ResourceDefinition }
  /** The server accepts the write. */
  accept(response: unknown): void
  /** The informers have the written state; undefined where the object is gone. */
  settle(object?: KubernetesObject): void
  /** The server rejects the write. */
  reject(error: Error): void
}

/** A mutation, and what ends it. */
export function createFakeMutation(
  write: FakeMutation['write'],
): readonly [Mutation<KubernetesObject, unknown>, FakeMutation] {
  const accepted = withResolvers<unknown>()
  const settled = withResolvers<KubernetesObject | undefined>()
  // As in a connection, both promises count as handled.
  for (const { promise } of [accepted, settled]) promise.catch(() => {})
  return [
    { accepted: accepted.promise, settled: settled.promise },
    {
      write,
      accept: accepted.resolve,
      settle: settled.resolve,
      reject(error) {
        accepted.reject(error)
        settled.reject(error)
      },
    },
  ]
}
