import type { Register } from './context/register.ts'
import type { DefaultResourceOf, DefinitionsOf } from './context/registered-definitions.ts'
import type { InformerHooks } from './types.ts'

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
