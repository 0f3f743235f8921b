import type { InformerDefinitions, ResourceName } from '@kube-informer/worker'
import type { Register } from './register.ts'

/** The definition of a `Register` interface. */
export type DefinitionsOf<TRegister> = TRegister extends { readonly informers: infer TDefinitions }
  ? TDefinitions
  : InformerDefinitions

/** The resource of hooks that pass no `resource`: that of the `Register` interface, or any resource of the definition. */
export type DefaultResourceOf<TRegister> = TRegister extends { readonly resource: infer TResource }
  ? Extract<TResource, ResourceName<DefinitionsOf<TRegister>>>
  : ResourceName<DefinitionsOf<TRegister>>

/** The registered definition. */
export type RegisteredDefinitions = DefinitionsOf<Register>

/** The registered resource. */
export type RegisteredResource = DefaultResourceOf<Register>
