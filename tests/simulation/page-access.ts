import type { Slice } from '@kube-informer/worker'
import type { Answer, HostAnswers, ReadScope } from './host-answers.ts'
import type { PageWrites } from './page-writes.ts'
import type { NamespacesPlan } from './plan.ts'
import { NAMESPACES, type Namespace, type Rights } from './rights.ts'
import type { TestedScope } from './scopes.ts'
import type { Environment } from './tested-informer.ts'

/** Options of {@link PageAccess}. */
export interface PageAccessOptions {
  readonly rights: Rights
  readonly identity: string
  readonly namespaces: NamespacesPlan
  readonly now: () => number
  /** The answers to the host that serves the page; undefined if none is known to serve it. */
  readonly current: () => HostAnswers | undefined
  /** The answers to all hosts, also to those that no longer run. */
  readonly all: () => readonly HostAnswers[]
}

/** What the pages of a history share. */
export interface PageEnvironment extends Environment {
  readonly access: Pick<PageAccessOptions, 'rights' | 'namespaces'>
  readonly writes: PageWrites
}

/** The part of the Pods that a slice of a page can show. */
export interface SliceReach {
  readonly labelSelector: string
  readonly fieldSelector: string
  /** Absent: all namespaces. */
  readonly namespace: string | undefined
  /** The field selector of the informer that serves this slice alone. */
  readonly ownFieldSelector: string
}

/** Time in which a host has read which namespaces exist, or failed to. */
const FALLBACK_MS = 60_000
/** Time in which an answer to the host reaches the screen. */
const FRAMES_MS = 1_000

/** Whether the answer has been a denial since that time at the latest. */
export const isDeniedSince = ({ denied, deniedAtMs }: Answer, atMs: number): boolean =>
  denied !== undefined && deniedAtMs <= atMs

/** The reach of a slice, from its target and the scope of its page. */
export function reachOf(
  { namespace, labelSelector = '', fieldSelector = '' }: TestedScope,
  { target }: Slice,
): SliceReach {
  const [inKey, name] = target?.type === 'key' ? target.key.split('/') : []
  const inTarget =
    target?.type === 'index' && target.index === 'namespace' && 'value' in target ? target.value : inKey
  // A scope with a namespace is requested as it is.
  const byName = name !== undefined && namespace === undefined ? [`metadata.name=${name}`] : []
  const ownFieldSelector = [...(fieldSelector ? [fieldSelector] : []), ...byName].join(',')
  return { labelSelector, fieldSelector, namespace: namespace ?? inTarget, ownFieldSelector }
}

/** What a page must show and must not show, by the rights of its user and by what its host was answered. */
export class PageAccess {
  readonly #options: PageAccessOptions

  constructor(options: PageAccessOptions) {
    this.#options = options
  }

  /** Whether every right was held at all times. */
  get isUndisturbed(): boolean {
    const { rights } = this.#options
    return !rights.wasInterrupted('cluster')
  }

  /** Whether the host was answered that the user may read the Pods of the namespace by no request that serves the slice. */
  mustHide(reach: SliceReach, namespace: Namespace): boolean {
    const { current, now } = this.#options
    const answers = this.#covering(current()?.all ?? [], reach, namespace)
    if (!answers.every(answer => isDeniedSince(answer, now() - FRAMES_MS))) return false
    const { labelSelector, fieldSelector, ownFieldSelector } = reach
    const find = (scope: ReadScope) =>
      answers.find(each => JSON.stringify(each.scope) === JSON.stringify(scope))
    const own = find({ namespace, labelSelector, fieldSelector: ownFieldSelector })
    if (reach.namespace !== undefined) return own !== undefined
    const wide = find({ namespace: '', labelSelector, fieldSelector })
    return wide !== undefined && (own !== undefined || this.#hasNoOtherWay(wide))
  }

  /**
   * Whether the slice's status has an error because these namespaces are hidden. A namespace that access reviews no longer
   * allow is not one of the slice, and is not named in its status.
   */
  mustNameDenial({ namespace }: SliceReach, hidden: readonly Namespace[]): boolean {
    if (namespace !== undefined) return hidden.some(each => each === namespace)
    return this.#options.namespaces === 'listed' ? hidden.length === NAMESPACES.length : hidden.length > 0
  }

  /** Whether rows of the namespace may be missing from a slice that shows others. */
  mayLack(reach: SliceReach, namespace: Namespace): boolean {
    return this.#options.rights.wasInterrupted(this.#rightFor(reach, namespace))
  }

  /**
   * Whether a row of the namespace, shown since that time, may be removed although its Pod did not change: the right was
   * withdrawn, and a host was answered so.
   */
  mayLose(reach: SliceReach, namespace: Namespace, sinceMs: number): boolean {
    const { rights, all } = this.#options
    if (rights.wasHeldSince(this.#rightFor(reach, namespace), sinceMs)) return false
    const answers = all().flatMap(host => [
      ...this.#covering(host.all, reach, namespace),
      ...this.#everywhere(host.all, reach),
    ])
    return answers.some(({ denied, deniedAtMs }) => denied !== undefined || deniedAtMs >= sinceMs - FRAMES_MS)
  }

  /** A namespace's own right suffices where the host knows the namespace without asking the server. */
  #rightFor({ namespace: only }: SliceReach, namespace: Namespace): Namespace | 'cluster' {
    return only !== undefined || this.#options.namespaces === 'given' ? namespace : 'cluster'
  }

  /** Whether a slice of all namespaces is empty now that it is denied: there are no namespaces to read instead. */
  #hasNoOtherWay({ denied, deniedAtMs }: Answer): boolean {
    const { namespaces, now } = this.#options
    return denied === 401 || (namespaces === 'unknown' && now() - deniedAtMs > FALLBACK_MS)
  }

  /** Once one cluster-wide scope is denied, a host reads every slice of all namespaces by namespaces, whatever it selects. */
  #everywhere(all: Iterable<Answer>, { namespace }: SliceReach): Answer[] {
    const { identity } = this.#options
    return namespace === undefined
      ? [...all].filter(answer => answer.identity === identity && answer.scope.namespace === '')
      : []
  }

  /** The answers about scopes from which the slice's rows of the namespace can come. */
  #covering(all: Iterable<Answer>, reach: SliceReach, namespace: Namespace): Answer[] {
    const { labelSelector, fieldSelector, ownFieldSelector } = reach
    return [...all].filter(
      ({ identity, scope }) =>
        identity === this.#options.identity &&
        ['', namespace].includes(scope.namespace) &&
        ['', labelSelector].includes(scope.labelSelector) &&
        ['', fieldSelector, ownFieldSelector].includes(scope.fieldSelector),
    )
  }
}
