import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import type { ReactNode } from 'react'
import { useAccess, useConnection, useConnectionStatus } from './connection-hooks.ts'
import { UntypedProvider, type UntypedProviderProps } from './context/provider.tsx'
import { useByIndex, useIndexValues, useInformerStatus, useLister, useObject } from './hooks.ts'
import { useApply, useDelete, useMutate, useScale } from './mutations/hooks.ts'
import { useSuspenseByIndex, useSuspenseLister, useSuspenseObject } from './suspense-hooks.ts'
import { useResourceTable, useSuspenseResourceTable } from './table-hooks.ts'
import type { InformerHooks } from './types.ts'
import { useDiscovery } from './use-discovery.ts'
import { usePermittedNamespaces } from './use-permitted-namespaces.ts'
import { useRelated } from './use-related.ts'

/** The hooks by the place of their options among the parameters. `useConnection` ignores them. */
const HOOKS = [
  {
    useConnection,
    useConnectionStatus,
    useLister,
    useInformerStatus,
    useAccess,
    useDiscovery,
    usePermittedNamespaces,
    useMutate,
    useScale,
    useDelete,
    useApply,
    useSuspenseLister,
  },
  { useObject, useIndexValues, useRelated, useSuspenseObject, useResourceTable, useSuspenseResourceTable },
  { useByIndex, useSuspenseByIndex },
] as const

type UntypedHook = (...args: never[]) => unknown

/** What hooks use that say nothing. */
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
  const hooks = HOOKS.flatMap((group, at) =>
    Object.entries<UntypedHook>(group).map(([name, hook]) => [
      name,
      resource === undefined ? hook : withDefault(resource, hook, at),
    ]),
  )
  const Provider = (props: UntypedProviderProps): ReactNode =>
    UntypedProvider({ ...props, resource: props.resource ?? (resource as string | undefined) })
  return { ...Object.fromEntries(hooks), InformerProvider: Provider }
}

/** A hook with a default resource, which it has also without a provider. Hooks that read none ignore it. */
const withDefault =
  (resource: unknown, useHook: UntypedHook, at: number): UntypedHook =>
  (...args: unknown[]): unknown => {
    args[at] = { resource, ...(args[at] as object | undefined) }
    return useHook(...(args as never[]))
  }
