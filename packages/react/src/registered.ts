import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
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

/**
 * The exported hooks. Each is exported on its own, so that a bundle contains those that are used. They are untyped functions:
 * `Register` adds types only.
 */
export type Registered = RegisteredHooks<Register>
