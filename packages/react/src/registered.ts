import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import { typedHooks } from './create-informer-hooks.ts'
import type { Register } from './index.ts'
import type { InformerHooks } from './types.ts'

/** The definition that a `Register` names. */
export type DefinitionsOf<TRegister> = TRegister extends { readonly informers: infer TDefinitions }
  ? TDefinitions
  : InformerDefinitions

/** The resource of hooks that name none: the one that a `Register` names, or any of the definition. */
export type DefaultResourceOf<TRegister> = TRegister extends { readonly resource: infer TResource }
  ? TResource
  : ResourceName<DefinitionsOf<TRegister>>

type RegisteredHooks = InformerHooks<DefinitionsOf<Register>, DefaultResourceOf<Register>>

const hooks: RegisteredHooks = typedHooks()

/**
 * Puts a connection over a tree. It owns nothing: whoever made the connection closes it.
 *
 * @example <InformerProvider connection={connection} resource="pods">…</InformerProvider>
 */
export const InformerProvider: RegisteredHooks['InformerProvider'] = hooks.InformerProvider

/**
 * The connection above, for its `client` and `signOut`.
 *
 * @example const { client } = useConnection()
 */
export const useConnection: RegisteredHooks['useConnection'] = hooks.useConnection

/**
 * Where the informers of the connection run, whether they answer, and what is kept on disk.
 *
 * @example const { state, host, storage } = useConnectionStatus()
 */
export const useConnectionStatus: RegisteredHooks['useConnectionStatus'] = hooks.useConnectionStatus

/**
 * Every object of a resource, or of one scope of it.
 *
 * @example const { data, total } = useLister({ resource: 'pods', labelSelector: 'app=web' })
 */
export const useLister: RegisteredHooks['useLister'] = hooks.useLister

/**
 * The objects under one value of an index.
 *
 * @example const { data, total, status } = useByIndex('namespace', 'default')
 */
export const useByIndex: RegisteredHooks['useByIndex'] = hooks.useByIndex

/**
 * One object by its key: `namespace/name`, or `name` for a cluster-scoped one.
 *
 * @example const { data: pod } = useObject('default/web-0')
 */
export const useObject: RegisteredHooks['useObject'] = hooks.useObject

/**
 * The values of an index, each with the count of its objects.
 *
 * @example const { data: namespaces } = useIndexValues('namespace')
 */
export const useIndexValues: RegisteredHooks['useIndexValues'] = hooks.useIndexValues

/**
 * How the informer of a scope is doing.
 *
 * @example const { link, counters } = useInformerStatus()
 */
export const useInformerStatus: RegisteredHooks['useInformerStatus'] = hooks.useInformerStatus
