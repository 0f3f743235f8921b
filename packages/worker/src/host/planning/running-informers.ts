import type { ResourceDefinition } from '@kube-informer/core'
import type { Scope, Slice } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { FollowReads } from '../held-view/read-follower.ts'
import type { TakeHydrated } from '../informers/hydrated-store.ts'
import type { InformerQuota } from '../views/counted-view.ts'

/** A slice of a definition in a scope. */
export interface WantedSlice {
  readonly definition: CompiledDefinition
  readonly scope: Scope
  readonly slice: Slice
  /** Of the page that shows the slice; absent for what pages share. */
  readonly quota?: InformerQuota | undefined
  /** The rows for an informer that starts for the slice; absent where they are not all of its scope. */
  readonly takeHydrated?: TakeHydrated | undefined
}

/** The running informers, as plans use them. */
export interface RunningInformers {
  /** Opens the slice in exactly its scope: from a wider informer that has data, else from an informer of its own. */
  open(wanted: WantedSlice, user: ViewUser): HeldView
  /** As `open`, from a wider informer that has data even if one of the slice's own scope runs. */
  openWider(wanted: WantedSlice, user: ViewUser): HeldView
  /** Whether an informer with a wider scope has data. */
  hasWider(wanted: WantedSlice): boolean
  /** Calls back when an informer of the definition has become usable. Returns the unsubscribe function. */
  subscribeUsable(definition: CompiledDefinition, listener: () => void): () => void
  readonly followReads: FollowReads
  /** The definition of a resource, which the definitions need not name. */
  definitionOf(resource: ResourceDefinition): CompiledDefinition
}
