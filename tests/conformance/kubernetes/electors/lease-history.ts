import type { KubeClient } from '@kube-informer/core'
import { type Lease, type LeaseSpec, leases } from '@kube-informer/core/resources'

/** Every state of a Lease, as a watch of the apiserver delivers them. */
export class LeaseHistory {
  readonly states: LeaseSpec[] = []
  readonly #controller = new AbortController()
  readonly #watching: Promise<void>

  constructor(client: KubeClient, at: { readonly namespace: string; readonly name: string }) {
    this.#watching = this.#watch(client, at)
    // `stop` reports it.
    this.#watching.catch(() => undefined)
  }

  /** Rejects if the watch ended before. */
  async stop(): Promise<void> {
    this.#controller.abort()
    await this.#watching
  }

  async #watch(client: KubeClient, { namespace, name }: { namespace: string; name: string }): Promise<void> {
    const { signal } = this.#controller
    try {
      const { metadata } = await client.list(leases, { namespace })
      const query = {
        namespace,
        resourceVersion: metadata?.resourceVersion ?? '',
        fieldSelector: `metadata.name=${name}`,
      }
      const events = await client.watch<Lease>(leases, query, { signal })
      for await (const batch of events)
        for (const { type, object } of batch) {
          if (type !== 'ADDED' && type !== 'MODIFIED') throw new Error(`unexpected event ${type}`)
          this.states.push((object as Lease).spec ?? {})
        }
      throw new Error('the watch of the lease has ended')
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

/** The states whose number of transitions does not follow from the state before, as text. */
export function wrongTransitionsOf(states: readonly LeaseSpec[]): readonly string[] {
  return states.flatMap((state, index) => {
    const before = states[index - 1]
    const changes = before && state.holderIdentity !== '' && state.holderIdentity !== before.holderIdentity
    const expected = (before?.leaseTransitions ?? 0) + (changes ? 1 : 0)
    return state.leaseTransitions === expected
      ? []
      : [`${state.holderIdentity}: ${state.leaseTransitions} instead of ${expected}`]
  })
}
