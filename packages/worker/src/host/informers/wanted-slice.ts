import type { Scope, Slice } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { InformerQuota } from '../views/counted-view.ts'
import type { BeforeFirstRequest } from './first-request.ts'
import type { TakeHydrated } from './hydrated-store.ts'

/** A slice of a definition in a scope. */
export interface WantedSlice {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  readonly slice: Slice
  /** The namespaces of which rows are shown, where neither the scope nor the target says so; absent for all. */
  readonly namespaces?: readonly string[] | undefined
  /** Of the page that shows the slice; absent for what pages share. */
  readonly quota?: InformerQuota | undefined
  /** The rows for an informer that starts for the slice; absent where they are not all of its scope. */
  readonly takeHydrated?: TakeHydrated | undefined
  /** Awaited before the first request of an informer that starts for the slice. @default nothing */
  readonly before?: BeforeFirstRequest | undefined
}
