import type { Clock, ResourceDefinition, TimerHandle } from '@kube-informer/core'
import { abortable, type Resolvers, withResolvers } from '@kube-informer/core/internal'
import { hashOf } from '../../api/hash-of.ts'
import type { WireNamespaces } from '../../wire/calls.ts'
import { toWireError } from '../../wire/wire-error.ts'
import type { PermittedNamespaces } from './permitted-namespaces.ts'

export interface ClusterNamespacesOptions {
  readonly clock: Clock
  /** How long they are followed after their last user has left. */
  readonly idleGraceMs: number
  readonly find: (readable: ResourceDefinition | undefined) => PermittedNamespaces
}

/** Namespaces that pages follow. */
interface Followed {
  readonly source: PermittedNamespaces
  /** Settles when they change. */
  changed: Resolvers<void>
  users: number
  unsubscribe: (() => void) | undefined
  idle: TimerHandle | undefined
}

/** The namespaces that the pages of a cluster can choose from. They are followed while a page waits, and some time longer. */
export class ClusterNamespaces {
  readonly #options: ClusterNamespacesOptions
  readonly #followed = new Map<string, Followed>()

  constructor(options: ClusterNamespacesOptions) {
    this.#options = options
  }

  /** Resolves with the state once something is known, and differs from the state of this id. */
  async differsFrom(
    readable: ResourceDefinition | undefined,
    known: string | undefined,
    signal: AbortSignal,
  ): Promise<WireNamespaces> {
    const followed = this.#follow(readable)
    try {
      for (;;) {
        const state = describe(followed.source)
        if (state && state.id !== known) return state
        await abortable(followed.changed.promise, signal)
      }
    } finally {
      if (--followed.users === 0) this.#leave(followed)
    }
  }

  /** The rights may have changed. */
  refresh(): void {
    for (const { source } of this.#followed.values()) source.refresh()
  }

  /** Idempotent. */
  stop(): void {
    for (const followed of this.#followed.values()) this.#end(followed)
  }

  #follow(readable: ResourceDefinition | undefined): Followed {
    const key = readable ? `${readable.plural}.${readable.group}` : ''
    const followed = this.#followed.get(key) ?? {
      source: this.#options.find(readable),
      changed: withResolvers<void>(),
      users: 0,
      unsubscribe: undefined,
      idle: undefined,
    }
    this.#followed.set(key, followed)
    followed.users++
    this.#options.clock.clearTimeout(followed.idle)
    followed.unsubscribe ??= followed.source.subscribe(() => {
      followed.changed.resolve()
      followed.changed = withResolvers()
    })
    return followed
  }

  #leave(followed: Followed): void {
    const { clock, idleGraceMs } = this.#options
    followed.idle = clock.setTimeout(() => this.#end(followed), idleGraceMs)
  }

  #end(followed: Followed): void {
    this.#options.clock.clearTimeout(followed.idle)
    followed.unsubscribe?.()
    followed.unsubscribe = undefined
  }
}

/** The plain data of what is known; undefined for nothing. Equal data of two hosts have the same id. */
function describe({ known, source }: PermittedNamespaces): WireNamespaces | undefined {
  const { names, isPending, failure } = known
  if (isPending && names.length === 0) return undefined
  const content = { names, source, isPending, ...(failure && { error: toWireError(failure) }) }
  return { id: hashOf(JSON.stringify(content)), ...content }
}
