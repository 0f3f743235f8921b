import type { ObjectName, ResourceDefinition } from '@kube-informer/core'
import type { Connection, RelatedRoot } from '@kube-informer/worker'
import { expectTypeOf, test } from 'vitest'
import type { UntypedQuery } from './asked.ts'
import type { UntypedProviderProps } from './context/provider.tsx'
import type { Off } from './context/skip-token.ts'
import type { UntypedApplyOptions } from './mutations/hooks.ts'
import type { UntypedMutationOptions } from './mutations/use-mutation.ts'
import type { AccessOptions, DiscoveryOptions, PermittedNamespacesOptions } from './options.ts'
import type { informers } from './test/typed-informers.ts'
import type { InformerHooks } from './types.ts'
import type { UntypedRelatedOptions } from './use-related.ts'
import type { UntypedOptions } from './use-slice.ts'

/** What the implementation of each hook accepts, before the types of a definition are added. */
interface UntypedParameters {
  readonly InformerProvider: [props: UntypedProviderProps]
  readonly useConnection: []
  readonly useConnectionStatus: [options?: Pick<UntypedOptions, 'connection'> | undefined]
  readonly useAccess: [request: AccessOptions<Connection['definitions'], string | ResourceDefinition>]
  readonly useDiscovery: [options?: DiscoveryOptions<Connection['definitions']> | undefined]
  readonly usePermittedNamespaces: [
    options?: PermittedNamespacesOptions<Connection['definitions'], string | ResourceDefinition> | undefined,
  ]
  readonly useRelated: [root: RelatedRoot | Off, options?: UntypedRelatedOptions | undefined]
  readonly useLister: [query?: UntypedQuery | undefined, options?: UntypedOptions | undefined]
  readonly useByIndex: [
    index: string | UntypedQuery | Off,
    value?: string | readonly string[] | UntypedOptions | Off,
    options?: UntypedOptions | undefined,
  ]
  readonly useObject: [object: ObjectName | UntypedQuery | Off, options?: UntypedOptions | undefined]
  readonly useIndexValues: [index: string | UntypedQuery | Off, options?: UntypedOptions | undefined]
  readonly useInformerStatus: [query?: UntypedQuery | undefined, options?: UntypedOptions | undefined]
  readonly useResourceTable: [
    resource: string | ResourceDefinition | UntypedQuery | Off,
    options?: UntypedOptions | undefined,
  ]
  readonly useSuspenseLister: [query?: UntypedQuery | undefined, options?: UntypedOptions | undefined]
  readonly useSuspenseByIndex: [
    index: string | UntypedQuery,
    value?: string | readonly string[] | UntypedOptions,
    options?: UntypedOptions | undefined,
  ]
  readonly useSuspenseObject: [object: ObjectName | UntypedQuery, options?: UntypedOptions | undefined]
  readonly useSuspenseResourceTable: [
    resource: string | ResourceDefinition | UntypedQuery,
    options?: UntypedOptions | undefined,
  ]
  readonly useMutate: [options: UntypedMutationOptions]
  readonly useScale: [options?: UntypedMutationOptions | undefined]
  readonly useDelete: [options?: UntypedMutationOptions | undefined]
  readonly useApply: [options?: UntypedApplyOptions | undefined]
}

type Hooks = InformerHooks<typeof informers>
/** The options that are functions: each receives what its own hook gives it. */
type Callback = 'mutationFn' | 'placeholderData' | 'select' | 'throwOnError'
type WithoutCallbacks<TParameters extends readonly unknown[]> = {
  [At in keyof TParameters]: TParameters[At] extends infer T
    ? T extends object
      ? Omit<T, Callback>
      : T
    : never
}
/** The parameters of both forms of a hook. */
type ParametersOf<THook> = THook extends {
  (...parameters: infer TFirst): unknown
  (...parameters: infer TSecond): unknown
}
  ? TFirst | TSecond
  : never
/** The hooks whose implementation does not accept what their public signature does. */
type Narrower = {
  [Name in keyof Hooks]: WithoutCallbacks<ParametersOf<Hooks[Name]>> extends WithoutCallbacks<
    UntypedParameters[Name]
  >
    ? never
    : Name
}[keyof Hooks]

test('the implementation of each hook accepts what its public signature does', () => {
  expectTypeOf<[Narrower]>().toEqualTypeOf<[never]>()
})
