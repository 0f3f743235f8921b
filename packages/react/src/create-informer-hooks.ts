import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import { createElement, type ReactNode } from 'react'
import {
  useUntypedAccess,
  useUntypedByIndex,
  useUntypedConnection,
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
import { UntypedProvider, type UntypedProviderProps } from './provider.tsx'
import { useUntypedSuspenseByIndex, useUntypedSuspenseLister, useUntypedSuspenseObject } from './suspense.ts'
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

/** Where the hooks with a default resource take their options. */
const OPTIONS_AT = {
  useLister: 0,
  useByIndex: 2,
  useObject: 1,
  useIndexValues: 1,
  useInformerStatus: 0,
  useAccess: 0,
  useSuspenseLister: 0,
  useSuspenseByIndex: 2,
  useSuspenseObject: 1,
  useKubeMutation: 0,
  useScale: 0,
  useDelete: 0,
  useApply: 0,
} as const satisfies { readonly [Name in keyof UntypedHooks]?: number }

type UntypedHooks = {
  readonly [Name in keyof InformerHooks<InformerDefinitions>]: (...args: never[]) => unknown
}

/** Casts the hooks to the types of a definition. */
const typedHooks = <TDefinitions, TDefault, TPassing>(): InformerHooks<TDefinitions, TDefault, TPassing> =>
  untypedHooks as unknown as InformerHooks<TDefinitions, TDefault, TPassing>

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
    createElement(UntypedProvider, { ...props, resource: props.resource ?? resource })
  return { ...hooks, ...withDefault(resource), InformerProvider: Provider as never }
}

/** The hooks with a default resource, which they have also without a provider. */
function withDefault(resource: unknown): object {
  const hooks = Object.entries(OPTIONS_AT).map(([name, at]) => {
    const hook = untypedHooks[name as keyof typeof OPTIONS_AT] as (...args: unknown[]) => unknown
    const useHook = (...args: unknown[]): unknown => {
      args[at] = { resource, ...(args[at] as object | undefined) }
      return hook(...args)
    }
    return [name, useHook]
  })
  return Object.fromEntries(hooks)
}
