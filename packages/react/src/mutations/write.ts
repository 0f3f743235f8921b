import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { MutationOf } from '@kube-informer/worker'

/** What a mutation hook writes, before the types of a definition are added. */
export interface UntypedWriteOptions {
  readonly verb?: string | undefined
  readonly mutationFn?: ((variables: never) => MutationOf<KubernetesObject>) | undefined
  readonly optimistic?: unknown
}

/** The argument of `connection.mutate`. */
export type Write = MutationOf<KubernetesObject> & { readonly resource: string | ResourceDefinition }

/** The write of a mutation hook. What the write says about `optimistic` takes precedence over the hook's option. */
export function writeOf(
  resource: string | ResourceDefinition,
  { verb, mutationFn, optimistic }: UntypedWriteOptions,
  variables: never,
): Write {
  const shown: unknown = typeof optimistic === 'function' ? optimistic(variables) : optimistic
  return {
    resource,
    optimistic: shown,
    ...(mutationFn ? mutationFn(variables) : { verb, ...(variables as object) }),
  } as Write
}
