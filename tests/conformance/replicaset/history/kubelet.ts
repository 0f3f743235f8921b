import { isNotFound } from '@kube-informer/core'
import { type Pod, type PodStatus, pods } from '@kube-informer/core/resources'
import { seededRandom } from '@kube-informer/testing'
import { isActive } from '../pod-state.ts'
import { ORDINAL, ordinalOf, type View, type World } from './world.ts'

/**
 * Ages of readiness, in seconds. Surplus Pods are ordered by the logarithm of this age, so Pods that differ must not share
 * one; the factor keeps each age away from the next power of two.
 */
const READY_SECONDS = Array.from({ length: 24 }, (_, index) => 1.5 * 2 ** (index + 8))

/**
 * Does what scheduler and kubelet do: numbers new Pods, assigns most of them to a node, and reports their state. The same
 * number always gets the same state, so that two controllers find the same Pods.
 */
export class HistoryKubelet {
  readonly #world: World
  readonly #seed: number
  readonly #readySeconds = new Map<number, number>()
  #next = 1

  constructor(world: World, seed: number) {
    this.#world = world
    this.#seed = seed
  }

  /** Starts all Pods that have no number yet. New Pods are alike, so any order will do. */
  async startPods(view: View): Promise<void> {
    const active = view.pods.filter(isActive)
    this.#forgetExcept(active)
    for (const pod of active) if (ordinalOf(pod) === undefined) await this.#start(pod, this.#next++)
  }

  /** Ends the Pods that terminate, as a kubelet does when their containers have ended. */
  async endPods(view: View): Promise<void> {
    const { client, namespace } = this.#world
    const terminating = view.pods.filter(({ metadata }) => metadata?.deletionTimestamp)
    for (const { metadata } of terminating) {
      const at = { namespace, name: metadata?.name ?? '' }
      await client.delete(pods, at, { gracePeriodSeconds: 0 }).catch(error => {
        // The garbage collector was faster.
        if (!isNotFound(error)) throw error
      })
    }
  }

  /** Reports a state of a Pod. */
  async report(pod: Pod, status: Partial<PodStatus>): Promise<void> {
    await this.#world.client.patch(pods, pod, { status }, { subresource: 'status' })
  }

  async #start(pod: Pod, ordinal: number): Promise<void> {
    const { client, namespace } = this.#world
    const name = pod.metadata?.name ?? ''
    const random = seededRandom(this.#seed * 1000 + ordinal)
    const fate = random()
    const cost = random() < 0.2 ? { 'controller.kubernetes.io/pod-deletion-cost': `${ordinal % 3}` } : {}
    const annotations = { [ORDINAL]: `${ordinal}`, ...cost }
    await client.patch(pods, { namespace, name }, { metadata: { annotations } })
    if (fate > 0.15) {
      const target = { apiVersion: 'v1', kind: 'Node', name: `node-${Math.floor(random() * 3)}` }
      const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { namespace, name }, target }
      await client.create(pods, binding as unknown as Pod, { subresource: 'binding' })
    }
    const image = { image: 'web:1', imageID: '', ready: fate > 0.4 }
    await this.report(pod, {
      phase: fate > 0.3 ? 'Running' : 'Pending',
      ...(fate > 0.4 && { conditions: [this.#readiness(ordinal, random)] }),
      containerStatuses: [{ name: 'web', restartCount: ordinal, ...image }],
    })
  }

  #readiness(ordinal: number, random: () => number) {
    const used = new Set(this.#readySeconds.values())
    const free = READY_SECONDS.filter(seconds => !used.has(seconds))
    const seconds = free[Math.floor(random() * free.length)] ?? 0
    this.#readySeconds.set(ordinal, seconds)
    return {
      type: 'Ready',
      status: 'True',
      lastTransitionTime: new Date(Date.now() - seconds * 1000).toISOString(),
    } as const
  }

  #forgetExcept(active: readonly Pod[]): void {
    const ordinals = new Set(active.map(ordinalOf))
    for (const ordinal of this.#readySeconds.keys()) {
      if (!ordinals.has(ordinal)) this.#readySeconds.delete(ordinal)
    }
  }
}
