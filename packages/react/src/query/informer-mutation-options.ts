import type { ResourceDefinition } from '@kube-informer/core'
import type {
  Connection,
  InformerDefinitions,
  MutationOf,
  MutationResponse,
  ResourceName,
  RowOf,
} from '@kube-informer/worker'
import type { UseMutationOptions } from '@tanstack/react-query'
import type { MutationFnOptions, MutationVerb, VerbOptions, VerbVariables } from '../mutations/types.ts'
import { type UntypedWriteOptions, writeOf } from '../mutations/write.ts'
import { clusterName } from './cluster-name.ts'
import type { ClusterOptions } from './informer-query-options.ts'

interface Target<TResource> extends ClusterOptions {
  readonly resource: TResource
}

/**
 * A mutation that writes through `connection.mutate`: rows show the change at once, also those of queries. The variables are
 * the members of the verb, or what `mutationFn` makes a write of. It succeeds when the server has accepted the write.
 *
 * @example
 * const { mutate } = useMutation(informerMutationOptions(connection, { resource: 'pods', verb: 'delete' }))
 * mutate({ object: pod })
 */
export function informerMutationOptions<
  TDefinitions extends InformerDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition,
  const TWrite extends MutationOf<RowOf<TDefinitions, TResource>>,
  TVariables = void,
>(
  connection: Connection<TDefinitions>,
  options: Target<TResource> & MutationFnOptions<TVariables, TWrite>,
): UseMutationOptions<MutationResponse<RowOf<TDefinitions, TResource>, TWrite>, Error, TVariables>
export function informerMutationOptions<
  TDefinitions extends InformerDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition,
  TVerb extends MutationVerb,
>(
  connection: Connection<TDefinitions>,
  options: Target<TResource> & VerbOptions<TVerb, VerbVariables<RowOf<TDefinitions, TResource>, TVerb>>,
): UseMutationOptions<
  MutationResponse<RowOf<TDefinitions, TResource>, { readonly verb: TVerb }>,
  Error,
  VerbVariables<RowOf<TDefinitions, TResource>, TVerb>
>
export function informerMutationOptions(connection: object, options: object): object {
  const { resource, cluster, ...write } = options as Target<string | ResourceDefinition> & UntypedWriteOptions
  const mutation: UseMutationOptions<unknown, Error, never> = {
    mutationKey: ['kube-informer', clusterName(connection, cluster), { resource }],
    mutationFn: variables => (connection as Connection).mutate(writeOf(resource, write, variables)).accepted,
    // The host waits for the network.
    networkMode: 'always',
  }
  return mutation
}
