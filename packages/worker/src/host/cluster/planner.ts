import type { Clock, Random } from '@kube-informer/core'
import { namespaces as namespaceResource } from '@kube-informer/core/resources'
import type { AccessReviews } from '../access/access-reviews.ts'
import { planSlice } from '../plan/plan-slice.ts'
import type { CompiledDefinition } from '../view/compiled-definition.ts'
import { rowOrder } from '../view/row-order.ts'
import { AllowedNamespaces } from './allowed-namespaces.ts'
import { Everywhere } from './everywhere.ts'
import { GivenNamespaces, type RequestNamespaces } from './given-namespaces.ts'
import type { HeldView, ViewUser } from './held-view.ts'
import { type NamespaceSource, sortedNames } from './known-namespaces.ts'
import { mayRead } from './may-read.ts'
import { PlannedView, type ViewPlan } from './planned-view.ts'
import type { RunningInformers, WantedSlice } from './running-informers.ts'
import { UnionView } from './union-view.ts'
import { Widening } from './widening.ts'
import { YieldingPlan } from './yielding-plan.ts'

/** Options of {@link Planner}. */
export interface PlannerOptions {
  readonly clock: Clock
  readonly random: Random
  readonly access: AccessReviews
  readonly informers: RunningInformers
  /** Undefined where no page names namespaces. */
  readonly requestNamespaces: () => RequestNamespaces | undefined
}

/** Opens slices by the plan of their definition, and remembers what was denied. */
export class Planner {
  readonly #options: PlannerOptions
  readonly #widening: Widening
  readonly #everywhere = new Map<CompiledDefinition, Everywhere>()

  constructor(options: PlannerOptions) {
    this.#options = options
    this.#widening = new Widening(options)
  }

  /** Throws a UsageError for a name that the definition does not have, and for an invalid key or namespace. */
  open(wanted: WantedSlice, user: ViewUser): HeldView {
    const { definition, slice, scope } = wanted
    const { informers } = this.#options
    const plan = planSlice(definition, { scope, target: slice.target })
    const planned = { ...wanted, scope: plan.scope }
    switch (plan.type) {
      case 'informer':
        return plan.yields ? this.#openPart(planned, user) : informers.open(planned, user)
      case 'everywhere':
        return new PlannedView({ plan: this.#everywherePlan(planned), user })
      case 'namespaces':
        return this.#openUnion(planned, this.#sourceOf(definition, plan.namespaces), user)
    }
  }

  /** Requests again what was denied: the token has changed, or a user has asked. */
  retry(): void {
    this.#options.access.clear()
    for (const everywhere of this.#everywhere.values()) everywhere.retry()
  }

  close(): void {
    this.#widening.close()
  }

  #openPart(wanted: WantedSlice, user: ViewUser): HeldView {
    const view = new PlannedView({ plan: new YieldingPlan(this.#options.informers, wanted), user })
    this.#widening.consider(wanted)
    return view
  }

  #everywherePlan(wanted: WantedSlice): ViewPlan {
    const everywhere = this.#everywhereOf(wanted.definition)
    return {
      get version() {
        return everywhere.version
      },
      open: user => {
        const { namespaces } = everywhere
        return namespaces
          ? this.#openUnion(wanted, namespaces, user)
          : this.#options.informers.open(wanted, user)
      },
      forbidden: error => everywhere.forbidden(error),
      subscribe: listener => everywhere.subscribe(listener),
    }
  }

  #openUnion(wanted: WantedSlice, source: NamespaceSource, user: ViewUser): HeldView {
    const { definition, slice, scope } = wanted
    const order = rowOrder(slice.sort, definition)
    const open = (namespace: string, member: ViewUser) =>
      this.#options.informers.open({ ...wanted, scope: { ...scope, namespace } }, member)
    return new UnionView({ source, slice, order, user, open })
  }

  #everywhereOf(definition: CompiledDefinition): Everywhere {
    const { clock, random, access } = this.#options
    const { resource } = definition
    const everywhere =
      this.#everywhere.get(definition) ??
      new Everywhere({
        clock,
        random,
        findNamespaces: denial => this.#findNamespaces(definition, denial),
        // Where a review is not possible, the request itself is the review.
        reviewWide: async signal => (await mayRead({ access, resource, signal })) !== 'denied',
      })
    this.#everywhere.set(definition, everywhere)
    return everywhere
  }

  #sourceOf(definition: CompiledDefinition, names: readonly string[] | undefined): NamespaceSource {
    if (!names) return this.#findNamespaces(definition, undefined)
    const known = { names: sortedNames(names), isPending: false }
    return { known, refresh() {}, subscribe: () => () => {} }
  }

  #findNamespaces({ resource }: CompiledDefinition, denial: Error | undefined): NamespaceSource {
    const { access, informers } = this.#options
    const request = this.#options.requestNamespaces()
    if (request) return new GivenNamespaces(request)
    const definition = informers.definitionOf(namespaceResource)
    const openNamespaces = (user: ViewUser) => informers.open({ definition, scope: {}, slice: {} }, user)
    return new AllowedNamespaces({ resource, access, denial, openNamespaces })
  }
}
