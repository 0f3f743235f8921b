import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import { createElement, type ReactNode } from 'react'
import {
  useUntypedByIndex,
  useUntypedConnectionStatus,
  useUntypedIndexValues,
  useUntypedInformerStatus,
  useUntypedLister,
  useUntypedObject,
} from './hooks.ts'
import { UntypedProvider, type UntypedProviderProps, useInformerContext } from './provider.tsx'
import type { InformerHooks } from './types.ts'

/** The hooks as they run: a definition adds types to them, and nothing else. */
const untypedHooks: UntypedHooks = {
  InformerProvider: UntypedProvider,
  useConnection: () => useInformerContext().connection,
  useConnectionStatus: useUntypedConnectionStatus,
  useLister: useUntypedLister,
  useByIndex: useUntypedByIndex,
  useObject: useUntypedObject,
  useIndexValues: useUntypedIndexValues,
  useInformerStatus: useUntypedInformerStatus,
}

type UntypedHooks = {
  readonly [Name in keyof InformerHooks<InformerDefinitions>]: (...args: never[]) => unknown
}

/** The one place where the types of a definition are put on the hooks. */
export const typedHooks = <TDefinitions, TDefault>(): InformerHooks<TDefinitions, TDefault> =>
  untypedHooks as unknown as InformerHooks<TDefinitions, TDefault>

/** Options of {@link createInformerHooks}. */
export interface CreateInformerHooksOptions<TDefault> {
  /** The resource of hooks that name none. @default the only one of the definition */
  readonly resource?: TDefault
}

/**
 * The hooks and the provider, typed by a shared definition: for an application with several of them, or one
 * that would rather not use the global `Register` interface.
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
  const hooks = typedHooks<TDefinitions, TDefault>()
  if (resource === undefined) return hooks
  const Provider = (props: UntypedProviderProps): ReactNode =>
    createElement(UntypedProvider, { resource, ...props })
  return { ...hooks, InformerProvider: Provider as unknown as typeof hooks.InformerProvider }
}
