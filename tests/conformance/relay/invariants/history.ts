import type { Pod } from '@kube-informer/testing'

/** Which Pods a read selects. */
export interface Scope {
  readonly title: string
  /** The path and the selectors of a read. */
  readonly path: string
  /** The same, written down a second time. */
  readonly selects: (pod: Pod) => boolean
}

const ALL = '/api/v1/pods?'
const IN_A = '/api/v1/namespaces/a/pods?'

export const EVERYTHING: Scope = { title: 'all', path: ALL, selects: () => true }

/** Scopes by label, by field and by namespace. */
export const SCOPES: readonly Scope[] = [
  EVERYTHING,
  {
    title: 'a label',
    path: `${ALL}labelSelector=app%3Dweb&`,
    selects: ({ metadata }) => metadata?.labels?.app === 'web',
  },
  {
    title: 'no label',
    path: `${ALL}labelSelector=${encodeURIComponent('app notin (api),!canary')}&`,
    selects: ({ metadata }) => metadata?.labels?.app !== 'api' && metadata?.labels?.canary === undefined,
  },
  {
    title: 'a field',
    path: `${ALL}fieldSelector=status.phase%3DRunning&`,
    selects: ({ status }) => status?.phase === 'Running',
  },
  {
    title: 'a node',
    path: `${ALL}fieldSelector=spec.nodeName%3Dn1&`,
    selects: ({ spec }) => spec?.nodeName === 'n1',
  },
  { title: 'a namespace', path: IN_A, selects: ({ metadata }) => metadata?.namespace === 'a' },
  {
    title: 'a label in a namespace',
    path: `${IN_A}labelSelector=app%3Dapi&`,
    selects: ({ metadata }) => metadata?.namespace === 'a' && metadata?.labels?.app === 'api',
  },
]

/** A Pod as text: who it is, and what the scopes select by. The resourceVersion of an event is that of the event. */
export function describePod({ metadata, spec, status }: Pod, resourceVersion?: string | number): string {
  const { namespace, name, labels = {} } = metadata ?? {}
  const at = resourceVersion ?? metadata?.resourceVersion
  return `${namespace}/${name}@${at} ${labels.app} ${labels.canary} ${spec?.nodeName} ${status?.phase}`
}

/** Pods as texts, sorted. */
export const describeAll = (pods: readonly Pod[]): readonly string[] =>
  pods.map(pod => describePod(pod)).toSorted()

interface Write {
  readonly revision: number
  readonly before: Pod | undefined
  readonly after: Pod | undefined
}

/** Everything that was written to a server, and what readers must see of it: computed naively, from the start each time. */
export class History {
  readonly #start: readonly Pod[]
  readonly #writes: Write[] = []
  /** What was computed since the last write: tests ask again until readers have it. */
  readonly #known = new Map<string, readonly string[]>()

  /** @param start the Pods before the first write */
  constructor(start: readonly Pod[] = []) {
    this.#start = start
  }

  record(write: Write): void {
    this.#writes.push(write)
    this.#known.clear()
  }

  /** The events of a scope after a revision. */
  eventsAfter(scope: Scope, revision: string): readonly string[] {
    return this.#once(`events ${scope.title} ${revision}`, () => this.#eventsAfter(scope, revision))
  }

  /** The Pods of a scope at a revision, sorted. */
  stateAt(scope: Scope, revision: string): readonly string[] {
    return this.#once(`state ${scope.title} ${revision}`, () => this.#stateAt(scope, revision))
  }

  #once(key: string, compute: () => readonly string[]): readonly string[] {
    const known = this.#known.get(key) ?? compute()
    this.#known.set(key, known)
    return known
  }

  #eventsAfter({ selects }: Scope, revision: string): readonly string[] {
    return this.#writes.flatMap(({ revision: at, before, after }) => {
      if (at <= Number(revision)) return []
      const was = before !== undefined && selects(before)
      if (after && selects(after)) return [`${was ? 'MODIFIED' : 'ADDED'} ${describePod(after, at)}`]
      return was ? [`DELETED ${describePod(before, at)}`] : []
    })
  }

  #stateAt({ selects }: Scope, revision: string): readonly string[] {
    const state = new Map(this.#start.map(pod => [keyOf(pod), pod]))
    for (const { revision: at, before, after } of this.#writes) {
      if (at > Number(revision)) break
      if (after) state.set(keyOf(after), after)
      else if (before) state.delete(keyOf(before))
    }
    return describeAll([...state.values()].filter(selects))
  }
}

const keyOf = ({ metadata }: Pod): string => `${metadata?.namespace}/${metadata?.name}`
