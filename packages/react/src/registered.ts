import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
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
import type { Register } from './index.ts'
import {
  useUntypedApply,
  useUntypedDelete,
  useUntypedKubeMutation,
  useUntypedScale,
} from './mutations/hooks.ts'
import { UntypedProvider } from './provider.tsx'
import type { InformerHooks } from './types.ts'
import { useUntypedRelated } from './use-related.ts'

/** The definition of a `Register` interface. */
export type DefinitionsOf<TRegister> = TRegister extends { readonly informers: infer TDefinitions }
  ? TDefinitions
  : InformerDefinitions

/** The resource of hooks that pass no `resource`: that of the `Register` interface, or any resource of the definition. */
export type DefaultResourceOf<TRegister> = TRegister extends { readonly resource: infer TResource }
  ? Extract<TResource, ResourceName<DefinitionsOf<TRegister>>>
  : ResourceName<DefinitionsOf<TRegister>>

/** The hooks of a `Register` interface. The provider has to pass the resource that the types of the hooks rely on. */
export type RegisteredHooks<TRegister> = InformerHooks<
  DefinitionsOf<TRegister>,
  DefaultResourceOf<TRegister>,
  'resource' extends keyof TRegister ? 'required' : 'optional'
>

// Each hook is exported on its own, so that a bundle contains those that are used. Register adds types only.

/**
 * Provides a connection to the hooks below it. It does not close the connection; the code that created it does.
 *
 * @example <InformerProvider connection={connection} resource="pods">…</InformerProvider>
 */
export const InformerProvider: RegisteredHooks<Register>['InformerProvider'] = UntypedProvider as never

/**
 * The connection of the nearest provider, for its `client` and `signOut`.
 *
 * @example const { client } = useConnection()
 */
export const useConnection: RegisteredHooks<Register>['useConnection'] = useUntypedConnection as never

/**
 * The status of the connection: the host that runs the informers, its state, and what it stores on disk.
 *
 * @example const { state, host, storage } = useConnectionStatus()
 */
export const useConnectionStatus: RegisteredHooks<Register>['useConnectionStatus'] =
  useUntypedConnectionStatus as never

/**
 * All objects of a resource, or of one scope of it.
 *
 * @example const { data, total } = useLister({ resource: 'pods', labelSelector: 'app=web' })
 */
export const useLister: RegisteredHooks<Register>['useLister'] = useUntypedLister as never

/**
 * The objects with one value of an index.
 *
 * @example const { data, total, status } = useByIndex('namespace', 'default')
 */
export const useByIndex: RegisteredHooks<Register>['useByIndex'] = useUntypedByIndex as never

/**
 * One object by its key (`namespace/name`, or `name` for a cluster-scoped object), or by its namespace and name.
 *
 * @example const { data: pod } = useObject('default/web-0')
 */
export const useObject: RegisteredHooks<Register>['useObject'] = useUntypedObject as never

/**
 * The values of an index, each with its number of objects.
 *
 * @example const { data: namespaces } = useIndexValues('namespace')
 */
export const useIndexValues: RegisteredHooks<Register>['useIndexValues'] = useUntypedIndexValues as never

/**
 * The status of the informer of a scope. It reports only: it starts no list and no watch.
 *
 * @example const { link, counters } = useInformerStatus()
 */
export const useInformerStatus: RegisteredHooks<Register>['useInformerStatus'] =
  useUntypedInformerStatus as never

/**
 * Whether the server allows this user a request. `allowed` is undefined until it has answered.
 *
 * @example const { allowed } = useAccess({ verb: 'delete', resource: 'pods', namespace: 'default' })
 */
export const useAccess: RegisteredHooks<Register>['useAccess'] = useUntypedAccess as never

/**
 * Writes an object and shows the change at once. The variables are the members of the verb, or what `mutationFn` makes a
 * write of.
 *
 * @example const label = useKubeMutation({ resource: 'pods', verb: 'patch' })
 */
export const useKubeMutation: RegisteredHooks<Register>['useKubeMutation'] = useUntypedKubeMutation as never

/**
 * Sets the number of replicas through the scale subresource.
 *
 * @example useScale({ resource: 'deployments' }).mutate({ at: { namespace, name }, replicas: 3 })
 */
export const useScale: RegisteredHooks<Register>['useScale'] = useUntypedScale as never

/**
 * Deletes an object. Its row leaves at once.
 *
 * @example useDelete({ resource: 'pods' }).mutate({ at: { namespace, name } })
 */
export const useDelete: RegisteredHooks<Register>['useDelete'] = useUntypedDelete as never

/**
 * Server-side apply, with a preview and with the conflicts of field managers.
 *
 * @example const { mutate, conflicts, preview } = useApply({ resource: 'deployments' })
 */
export const useApply: RegisteredHooks<Register>['useApply'] = useUntypedApply as never

/**
 * An object with what it owns, directly and indirectly, and their Events.
 *
 * @example const { data: web } = useRelated({ resource: 'deployments', namespace: 'default', name: 'web' }, { depth: 2 })
 */
export const useRelated: RegisteredHooks<Register>['useRelated'] = useUntypedRelated as never

/**
 * All objects of a resource, or of one scope of it. Suspends until there is data.
 *
 * @example const { data } = useSuspenseLister({ resource: 'pods' })
 */
export const useSuspenseLister: RegisteredHooks<Register>['useSuspenseLister'] =
  useUntypedSuspenseLister as never

/**
 * The objects with one value of an index. Suspends until there is data.
 *
 * @example const { data } = useSuspenseByIndex('namespace', useDeferredValue(namespace))
 */
export const useSuspenseByIndex: RegisteredHooks<Register>['useSuspenseByIndex'] =
  useUntypedSuspenseByIndex as never

/**
 * One object by its key, or by its namespace and name. Suspends until it is known whether it exists.
 *
 * @example const { data: pod } = useSuspenseObject({ namespace: 'default', name: 'web-0' })
 */
export const useSuspenseObject: RegisteredHooks<Register>['useSuspenseObject'] =
  useUntypedSuspenseObject as never
