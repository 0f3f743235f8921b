import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import type { ReactNode } from 'react'
import {
  useUntypedAccess,
  useUntypedByIndex,
  useUntypedConnection,
  useUntypedConnectionStatus,
  useUntypedIndexValues,
  useUntypedInformerStatus,
  useUntypedLister,
  useUntypedObject,
  useUntypedSuspenseByIndex,
  useUntypedSuspenseLister,
  useUntypedSuspenseObject,
} from './hooks.ts'
import {
  useUntypedApply,
  useUntypedDelete,
  useUntypedKubeMutation,
  useUntypedScale,
} from './mutations/hooks.ts'
import { UntypedProvider, type UntypedProviderProps } from './provider.tsx'
import type { InformerHooks } from './types.ts'
import { useUntypedRelated } from './use-related.ts'

/** The implementations of the hooks. A definition adds types only. */
const untypedHooks: UntypedHooks = {
  InformerProvider: UntypedProvider,
  useConnection: useUntypedConnection,
  useConnectionStatus: useUntypedConnectionStatus,
  useLister: useUntypedLister,
  useByIndex: useUntypedByIndex,
  useObject: useUntypedObject,
  useIndexValues: useUntypedIndexValues,
  useInformerStatus: useUntypedInformerStatus,
  useAccess: useUntypedAccess,
  useKubeMutation: useUntypedKubeMutation,
  useScale: useUntypedScale,
  useDelete: useUntypedDelete,
  useApply: useUntypedApply,
  useRelated: useUntypedRelated,
  useSuspenseLister: useUntypedSuspenseLister,
  useSuspenseByIndex: useUntypedSuspenseByIndex,
  useSuspenseObject: useUntypedSuspenseObject,
}

/** Where hooks take their options, if not first. */
const OPTIONS_AT: { readonly [Name in keyof UntypedHooks]?: number } = {
  useByIndex: 2,
  useObject: 1,
  useIndexValues: 1,
  useRelated: 1,
  useSuspenseByIndex: 2,
  useSuspenseObject: 1,
}

type UntypedHooks = {
  readonly [Name in keyof InformerHooks<InformerDefinitions>]: (...args: never[]) => unknown
}

/** Options of {@link createInformerHooks}. */
export interface CreateInformerHooksOptions<TDefault> {
  /** The resource of hooks that pass no `resource`. @default the definition's resource, if it has exactly one */
  readonly resource?: TDefault
}

/**
 * Creates the hooks and the provider with the types of a definition. Use it in an application with several definitions,
 * or to avoid the global `Register` interface.
 *
 * @example
 * export const { InformerProvider, useByIndex } = createInformerHooks(informers, { resource: 'pods' })
 */
export function createInformerHooks<
  TDefinitions extends InformerDefinitions,
  TDefault extends ResourceName<TDefinitions> = ResourceName<TDefinitions>,
>(
  _definitions: TDefinitions,
  { resource }: CreateInformerHooksOptions<TDefault> = {},
): InformerHooks<TDefinitions, TDefault> {
  const hooks: unknown = resource === undefined ? untypedHooks : withDefault(resource)
  return hooks as InformerHooks<TDefinitions, TDefault>
}

/** The hooks with a default resource, which they have also without a provider. Those that read none ignore it. */
function withDefault(resource: UntypedProviderProps['resource']): object {
  const hooks = Object.entries(untypedHooks).map(([name, hook]) => {
    const at = OPTIONS_AT[name as keyof UntypedHooks] ?? 0
    const useHook = (...args: unknown[]): unknown => {
      args[at] = { resource, ...(args[at] as object | undefined) }
      return hook(...(args as never[]))
    }
    return [name, useHook]
  })
  const Provider = (props: UntypedProviderProps): ReactNode =>
    UntypedProvider({ ...props, resource: props.resource ?? resource })
  return { ...Object.fromEntries(hooks), InformerProvider: Provider }
}
