import { replicaSets } from '@kube-informer/core/resources'
import { seededRandom } from '@kube-informer/testing'
import { HistoryKubelet } from './kubelet.ts'
import { newReplicaSet, performStep, type WaitFor } from './perform-step.ts'
import { FIRST_STEPS, LAST_STEP, randomStep, type Step } from './steps.ts'
import { describeView, isSettled, look, type View, type World } from './world.ts'

/** Options of {@link runHistory}. */
export interface HistoryOptions extends World {
  readonly seed: number
  /** How many random steps follow the first ones. */
  readonly steps: number
}

/** The state after a step. */
export interface Moment {
  readonly step: Step | { readonly kind: 'create' }
  readonly state: object
}

const PATIENCE_MS = 20_000
const PAUSE_MS = 25

/**
 * Changes the objects of a namespace in which a ReplicaSet controller runs, and resolves with the state after each step.
 * After each of them it waits until the controller has nothing left to do.
 */
export async function runHistory({ seed, steps, ...world }: HistoryOptions): Promise<readonly Moment[]> {
  const random = seededRandom(seed)
  const kubelet = new HistoryKubelet(world, seed)
  const moments: Moment[] = []
  let current: Moment['step'] = { kind: 'create' }
  const waitFor: WaitFor = async condition => {
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      const view = await look(world)
      if (condition(view)) return view
      if (Date.now() > deadline) throw new Error(stuck(moments, current, view))
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
  }
  const settle = async (): Promise<View> => {
    await kubelet.startPods(await waitFor(isSettled))
    const view = await waitFor(isSettled)
    moments.push({ step: current, state: describeView(view) })
    return view
  }
  await world.client.create(replicaSets, newReplicaSet(world.namespace, 3))
  let view = await settle()
  const count = FIRST_STEPS.length + steps
  for (let index = 0; index <= count; index++) {
    current = index === count ? LAST_STEP : (FIRST_STEPS[index] ?? randomStep(random, view))
    await performStep(current, view, world, kubelet, waitFor)
    view = await settle()
  }
  return moments
}

const stuck = (moments: readonly Moment[], step: Moment['step'], view: View): string =>
  `after step ${moments.length}, ${JSON.stringify(step)}, the ReplicaSet did not settle: ${JSON.stringify(describeView(view), null, 1)}`
