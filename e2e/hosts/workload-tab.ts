import type { KubernetesObject } from '@kube-informer/core'
import type { Deployment } from '@kube-informer/core/resources'
import type { Subscription, WaitCondition } from '@kube-informer/worker'
import { expect } from '@playwright/test'
import type { Tab } from './tab.ts'
import type { At, Outcome } from './workload-page.ts'

/** A tab of a real browser, and what its page shows and writes of a namespace's Deployment `web`. */
export class WorkloadTab {
  readonly #tab: Tab
  readonly #web: At

  constructor(tab: Tab, namespace: string) {
    this.#tab = tab
    this.#web = { namespace, name: 'web' }
  }

  /** The rows of each state that a user could have seen since {@link show}. */
  states(): Promise<readonly (readonly KubernetesObject[])[]> {
    return this.#tab.evaluate(() => globalThis.workload.states)
  }

  /** The names in each state, without repetitions. */
  async names(): Promise<readonly string[]> {
    const states = await this.states()
    return withoutRepetitions(states.map(rows => rows.map(({ metadata }) => metadata?.name).join()))
  }

  /** The replicas of the Deployments in each state, without repetitions. */
  async replicas(): Promise<readonly (number | undefined)[]> {
    const states = (await this.states()) as readonly (readonly Deployment[])[]
    return withoutRepetitions(states.flatMap(rows => rows.map(({ spec }) => spec.replicas)))
  }

  /** The text of each tree since {@link showTree}, without repetitions. */
  async trees(): Promise<readonly string[]> {
    return withoutRepetitions(await this.#tab.evaluate(() => globalThis.workload.trees))
  }

  /** The replicas from which {@link increment} has counted. */
  incremented(): Promise<readonly number[]> {
    return this.#tab.evaluate(() => globalThis.workload.incremented)
  }

  async show(subscription: Subscription): Promise<void> {
    await this.#tab.evaluate(subscription => globalThis.workload.show(subscription), subscription)
  }

  async showTree(): Promise<void> {
    await this.#tab.evaluate(at => globalThis.workload.showTree(at), this.#web)
  }

  /** Starts a write. */
  async scale(replicas: number): Promise<void> {
    await this.#tab.evaluate((at, replicas) => globalThis.workload.scale(at, replicas), this.#web, replicas)
  }

  /** Starts a write that adds one replica. */
  async increment(): Promise<void> {
    await this.#tab.evaluate(at => globalThis.workload.increment(at), this.#web)
  }

  /** Starts to wait. */
  async wait(condition: WaitCondition): Promise<void> {
    await this.#tab.evaluate((at, condition) => globalThis.workload.wait(at, condition), this.#web, condition)
  }

  /** Resolves when a promise of the newest write or wait has settled. */
  outcome(of: Pending): Promise<Outcome> {
    return this.#tab.evaluate(of => globalThis.workload[of], of)
  }

  /** Expects that the promise has not settled. */
  async isPending(of: Pending): Promise<void> {
    const state = await this.#tab.evaluate(of => Promise.race([globalThis.workload[of], 'pending']), of)
    expect(state, of).toBe('pending')
  }

  /** Waits until the cache of the tab's host has this state of the Deployment or a newer one. */
  async hasCached({ metadata }: KubernetesObject): Promise<void> {
    await this.#tab.evaluate(
      (at, resourceVersion) => globalThis.workload.hasCached(at, resourceVersion),
      this.#web,
      metadata?.resourceVersion ?? '',
    )
  }
}

/** A promise of the page. */
type Pending = 'accepted' | 'settled' | 'waited'

const withoutRepetitions = <T>(values: readonly T[]): readonly T[] =>
  values.filter((value, index) => index === 0 || value !== values[index - 1])
