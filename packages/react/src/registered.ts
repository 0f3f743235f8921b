import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import { typedHooks } from './create-informer-hooks.ts'
import type { Register } from './index.ts'
import type { InformerHooks } from './types.ts'

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

const hooks: RegisteredHooks<Register> = typedHooks()

/**
 * Provides a connection to the hooks below it. It does not close the connection; the code that created it does.
 *
 * @example <InformerProvider connection={connection} resource="pods">…</InformerProvider>
 */
export const InformerProvider: RegisteredHooks<Register>['InformerProvider'] = hooks.InformerProvider

/**
 * The connection of the nearest provider, for its `client` and `signOut`.
 *
 * @example const { client } = useConnection()
 */
export const useConnection: RegisteredHooks<Register>['useConnection'] = hooks.useConnection

/**
 * The status of the connection: the host that runs the informers, its state, and what it stores on disk.
 *
 * @example const { state, host, storage } = useConnectionStatus()
 */
export const useConnectionStatus: RegisteredHooks<Register>['useConnectionStatus'] = hooks.useConnectionStatus

/**
 * All objects of a resource, or of one scope of it.
 *
 * @example const { data, total } = useLister({ resource: 'pods', labelSelector: 'app=web' })
 */
export const useLister: RegisteredHooks<Register>['useLister'] = hooks.useLister

/**
 * The objects with one value of an index.
 *
 * @example const { data, total, status } = useByIndex('namespace', 'default')
 */
export const useByIndex: RegisteredHooks<Register>['useByIndex'] = hooks.useByIndex

/**
 * One object by its key: `namespace/name`, or `name` for a cluster-scoped object.
 *
 * @example const { data: pod } = useObject('default/web-0')
 */
export const useObject: RegisteredHooks<Register>['useObject'] = hooks.useObject

/**
 * The values of an index, each with its number of objects.
 *
 * @example const { data: namespaces } = useIndexValues('namespace')
 */
export const useIndexValues: RegisteredHooks<Register>['useIndexValues'] = hooks.useIndexValues

/**
 * The status of the informer of a scope. It reports only: it starts no list and no watch.
 *
 * @example const { link, counters } = useInformerStatus()
 */
export const useInformerStatus: RegisteredHooks<Register>['useInformerStatus'] = hooks.useInformerStatus

/**
 * Whether the server allows this user a request. `allowed` is undefined until it has answered.
 *
 * @example const { allowed } = useAccess({ verb: 'delete', resource: 'pods', namespace: 'default' })
 */
export const useAccess: RegisteredHooks<Register>['useAccess'] = hooks.useAccess

/**
 * Writes an object and shows the change at once. The variables are the members of the verb, or what `mutationFn` makes a
 * write of.
 *
 * @example const label = useKubeMutation({ resource: 'pods', verb: 'patch' })
 */
export const useKubeMutation: RegisteredHooks<Register>['useKubeMutation'] = hooks.useKubeMutation

/**
 * Sets the number of replicas through the scale subresource.
 *
 * @example useScale({ resource: 'deployments' }).mutate({ at: { namespace, name }, replicas: 3 })
 */
export const useScale: RegisteredHooks<Register>['useScale'] = hooks.useScale

/**
 * Deletes an object. Its row leaves at once.
 *
 * @example useDelete({ resource: 'pods' }).mutate({ at: { namespace, name } })
 */
export const useDelete: RegisteredHooks<Register>['useDelete'] = hooks.useDelete

/**
 * Server-side apply, with a preview and with the conflicts of field managers.
 *
 * @example const { mutate, conflicts, preview } = useApply({ resource: 'deployments' })
 */
export const useApply: RegisteredHooks<Register>['useApply'] = hooks.useApply
