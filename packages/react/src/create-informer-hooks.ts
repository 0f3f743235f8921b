import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import { createElement, type ReactNode } from 'react'
import {
  useUntypedAccess,
  useUntypedByIndex,
  useUntypedConnectionStatus,
  useUntypedIndexValues,
  useUntypedInformerStatus,
  useUntypedLister,
  useUntypedObject,
} from './hooks.ts'
import {
  useUntypedApply,
  useUntypedDelete,
  useUntypedKubeMutation,
  useUntypedScale,
} from './mutations/hooks.ts'
import { UntypedProvider, type UntypedProviderProps, useInformerContext } from './provider.tsx'
import type { InformerHooks } from './types.ts'

/** The implementations of the hooks. A definition adds types only. */
const untypedHooks: UntypedHooks = {
  InformerProvider: UntypedProvider,
  useConnection: () => useInformerContext().connection,
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
}

type UntypedHooks = {
  readonly [Name in keyof InformerHooks<InformerDefinitions>]: (...args: never[]) => unknown
}

/** Casts the hooks to the types of a definition; the only such cast. */
export const typedHooks = <TDefinitions, TDefault, TPassing>(): InformerHooks<
  TDefinitions,
  TDefault,
  TPassing
> => untypedHooks as unknown as InformerHooks<TDefinitions, TDefault, TPassing>

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
  const hooks = typedHooks<TDefinitions, TDefault, 'optional'>()
  if (resource === undefined) return hooks
  const Provider = (props: UntypedProviderProps): ReactNode =>
    createElement(UntypedProvider, { resource, ...props })
  return { ...hooks, InformerProvider: Provider as unknown as typeof hooks.InformerProvider }
}
