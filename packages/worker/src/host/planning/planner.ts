import { type Clock, NAMESPACE_INDEX, type Random, type ResourceDefinition } from '@kube-informer/core'
import { namespaces as namespaceResource } from '@kube-informer/core/resources'
import type { Scope, Slice } from '../../api/subscription.ts'
import type { AccessReviews } from '../access/access-reviews.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { CompiledDefinitions } from '../definitions/compiled-definitions.ts'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { BeforeFirstRequest } from '../informers/first-request.ts'
import type { InformerRegistry } from '../informers/informer-registry.ts'
import type { WantedSlice } from '../informers/wanted-slice.ts'
import { AllowedNamespaces } from '../namespaces/allowed-namespaces.ts'
import { GivenNamespaces, type RequestNamespaces } from '../namespaces/given-namespaces.ts'
import { fixedNamespaces, type NamespaceSource } from '../namespaces/known-namespaces.ts'
import { mayRead } from '../namespaces/may-read.ts'
import { PermittedNamespaces } from '../namespaces/permitted-namespaces.ts'
import { PresentNamespaces } from '../namespaces/present-namespaces.ts'
import { rowOrder } from '../slices/row-order.ts'
import { EmptyGroups } from '../views/empty-groups.ts'
import { type DeniedRows, LastRows } from '../views/last-rows.ts'
import { openPlanned, type ViewPlan } from '../views/planned-view.ts'
import { UnionView, type UnionViewOptions } from '../views/union-view.ts'
import { checkWindow } from './check-window.ts'
import { Everywhere } from './everywhere.ts'
import { checkGroupEmpty, namedNamespaces } from './group-empty.ts'
import { planSlice } from './plan-slice.ts'
import { showsAll } from './shows-all.ts'
import { isNamespaceIndex } from './slice-need.ts'
import { Widening } from './widening.ts'
import type { PartSlice } from './wider-informer.ts'
import { YieldingPlan } from './yielding-plan.ts'

export interface PlannerOptions {
  readonly clock: Clock
  readonly random: Random
  readonly access: AccessReviews
  readonly definitions: CompiledDefinitions
  readonly informers: InformerRegistry
  /** Undefined where no page names namespaces. */
  readonly requestNamespaces: () => RequestNamespaces | undefined
}

/** The members of a union. */
interface MembersOptions extends Pick<UnionViewOptions, 'source' | 'user' | 'open'> {
  /** What the view that the union replaces has shown. */
  readonly denied?: DeniedRows | undefined
}

/** Opens slices by the plan of their definition, and remembers what was denied. */
export class Planner {
  readonly #options: PlannerOptions
  readonly #widening: Widening
  readonly #everywhere = new Map<CompiledDefinition, Everywhere>()
  /** Shared by the slices that count the empty namespaces of the cluster. */
  readonly #present: PresentNamespaces

  constructor(options: PlannerOptions) {
    this.#options = options
    this.#widening = new Widening(options)
    this.#present = new PresentNamespaces({
      openNamespaces: user => this.#openNamespaces(user),
      findGiven: () => this.#findGiven(),
    })
  }

  /** Throws a UsageError for a name that the definition does not have, and for an invalid key or namespace. */
  open(wanted: WantedSlice, user: ViewUser): HeldView {
    const { definition, slice } = wanted
    checkWindow(slice)
    checkGroupEmpty(slice, definition)
    const plan = planSlice(definition, wanted)
    const takeHydrated = showsAll(plan, wanted) ? wanted.takeHydrated : undefined
    const namespaces = plan.type === 'informer' ? plan.shows : undefined
    const planned = { ...wanted, scope: plan.scope, namespaces, takeHydrated }
    switch (plan.type) {
      case 'informer':
        return this.#openInformer(planned, user, plan.wider)
      case 'everywhere':
        return openPlanned({
          plan: this.#everywherePlan(planned),
          user,
          order: rowOrder(slice.sort, definition),
          followReads: this.#options.informers.followReads,
        })
      case 'namespaces':
        return this.#openUnion(planned, this.#sourceOf(definition, plan.namespaces), user)
      case 'parts':
        return this.#openParts(planned, plan.namespaces, user)
    }
  }

  /** The namespaces that a user can choose from: with a resource, those in which it may be read. */
  permittedNamespaces(readable: ResourceDefinition | undefined): PermittedNamespaces {
    const { informers } = this.#options
    return new PermittedNamespaces({
      ...this.#options,
      readable,
      openNamespaces: user => this.#openNamespaces(user),
      findGiven: () => this.#findGiven(),
      seen: () => informers.namespaces,
      followReads: informers.followReads,
    })
  }

  /** Requests again what was denied: the token has changed, or a user has asked. */
  retry(): void {
    this.#options.access.clear()
    this.#widening.retry()
    for (const everywhere of this.#everywhere.values()) everywhere.retry()
    this.#present.refresh()
  }

  close(): void {
    this.#widening.close()
  }

  /** @param wider for a part, the scope of which it is one */
  #openInformer(wanted: WantedSlice, user: ViewUser, wider?: Scope): HeldView {
    const { definition, slice } = wanted
    const open = (each: ViewUser) =>
      wider ? this.#openPart({ ...wanted, wider }, each) : this.#options.informers.open(wanted, each)
    if (!slice.groupEmpty) return open(user)
    const named = namedNamespaces(wanted, definition)
    return new EmptyGroups({ source: named ? fixedNamespaces(named) : this.#present, user, open })
  }

  #openPart(part: PartSlice, user: ViewUser): HeldView {
    const { informers } = this.#options
    const before: BeforeFirstRequest = onHeld => this.#widening.before(part, onHeld)
    const plan = new YieldingPlan({ informers, widening: this.#widening, part: { ...part, before } })
    const order = rowOrder(part.slice.sort, part.definition)
    return openPlanned({ plan, user, order, followReads: informers.followReads })
  }

  #everywherePlan(wanted: WantedSlice): ViewPlan {
    const everywhere = this.#everywhereOf(wanted.definition)
    return {
      get version() {
        return everywhere.version
      },
      get takesOver() {
        return everywhere.namespaces !== undefined
      },
      open: (user, denied) => {
        const { namespaces } = everywhere
        return namespaces
          ? this.#openUnion(wanted, namespaces, user, denied)
          : this.#openInformer(wanted, user)
      },
      forbidden: error => everywhere.forbidden(error),
      subscribe: listener => everywhere.subscribe(listener),
    }
  }

  #openUnion(wanted: WantedSlice, source: NamespaceSource, user: ViewUser, denied?: DeniedRows): HeldView {
    const open = (namespace: string, member: ViewUser) =>
      this.#options.informers.open(inNamespace(wanted, namespace), member)
    return this.#openTogether(wanted, { source, user, open, denied })
  }

  #openParts(wanted: WantedSlice, namespaces: readonly string[], user: ViewUser): HeldView {
    const open = (namespace: string, member: ViewUser) => {
      const slice = partSlice(wanted, namespace)
      const part = { ...inNamespace({ ...wanted, slice }, namespace), wider: wanted.scope }
      return this.#openPart(part, member)
    }
    return this.#openTogether(wanted, { source: fixedNamespaces(namespaces), user, open })
  }

  #openTogether({ definition, slice }: WantedSlice, { denied, ...members }: MembersOptions): HeldView {
    const order = rowOrder(slice.sort, definition)
    const last = denied && new LastRows({ denied, slice, order, definition })
    const { followReads } = this.#options.informers
    const open = (user: ViewUser) => new UnionView({ ...members, slice, order, last, user, followReads })
    return slice.groupEmpty ? new EmptyGroups({ ...members, open }) : open(members.user)
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
    return names ? fixedNamespaces(names) : this.#findNamespaces(definition, undefined)
  }

  #findNamespaces({ resource }: CompiledDefinition, denial: Error | undefined): NamespaceSource {
    const { access } = this.#options
    const openNamespaces = (user: ViewUser) => this.#openNamespaces(user)
    return this.#findGiven() ?? new AllowedNamespaces({ resource, access, denial, openNamespaces })
  }

  #findGiven(): NamespaceSource | undefined {
    const request = this.#options.requestNamespaces()
    return request && new GivenNamespaces(request)
  }

  #openNamespaces(user: ViewUser): HeldView {
    const { informers, definitions } = this.#options
    const definition = definitions.find(namespaceResource)
    return informers.open({ definition, scope: {}, slice: {} }, user)
  }
}

/** A part shares the views of the slices that show its namespace alone. */
function partSlice({ slice, definition }: WantedSlice, namespace: string): Slice {
  const { target } = slice
  if (target?.type !== 'index' || !isNamespaceIndex(target.index, definition)) return slice
  return { ...slice, target: { type: 'index', index: NAMESPACE_INDEX, value: namespace } }
}

const inNamespace = (wanted: WantedSlice, namespace: string): WantedSlice => ({
  ...wanted,
  scope: { ...wanted.scope, namespace },
  takeHydrated: undefined,
})
