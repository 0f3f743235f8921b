import type { Pod } from '@kube-informer/core/resources'
import { claimPods } from '../plan.ts'
import { isActive } from '../pod-state.ts'
import { ordinalOf, type View } from './world.ts'

/** One change by a user or a kubelet. Pods are named by their numbers. */
export type Step =
  | { readonly kind: 'scale'; readonly replicas: readonly number[] }
  | { readonly kind: 'release' | 'adopt' | 'delete' | 'fail' | 'unready'; readonly pods: readonly number[] }
  | { readonly kind: 'orphan'; readonly count: number }
  | { readonly kind: 'end' | 'remove' }
  | { readonly kind: 'template'; readonly labels: Readonly<Record<string, string>> }
  | { readonly kind: 'recreate'; readonly replicas: number }
  | { readonly kind: 'quota'; readonly allowed: number; readonly replicas: number }
  | { readonly kind: 'min-ready'; readonly seconds: number }

/** The start of each history: every kind of step but the last one. */
export const FIRST_STEPS: readonly Step[] = [
  { kind: 'scale', replicas: [5] },
  // Scaled again before the first new Pods have appeared in a cache.
  { kind: 'scale', replicas: [7, 9, 12] },
  { kind: 'release', pods: [2, 5] },
  { kind: 'delete', pods: [1, 3] },
  { kind: 'adopt', pods: [2] },
  { kind: 'end' },
  { kind: 'orphan', count: 2 },
  { kind: 'fail', pods: [6] },
  { kind: 'scale', replicas: [6] },
  { kind: 'template', labels: { app: 'web', tier: 'front' } },
  { kind: 'scale', replicas: [8] },
  { kind: 'quota', allowed: 1, replicas: 12 },
  { kind: 'min-ready', seconds: 2 },
  { kind: 'recreate', replicas: 7 },
  { kind: 'end' },
]

/** The end of each history: the ReplicaSet and all that it owns. */
export const LAST_STEP: Step = { kind: 'remove' }

const MOST = 12

/** Chooses a change at random. */
export function randomStep(random: () => number, view: View): Step {
  const below = (limit: number) => Math.floor(random() * limit)
  const { replicaSet, pods } = view
  const wanted = replicaSet?.spec.replicas ?? 0
  const owned = replicaSet ? claimPods(replicaSet, pods).owned : []
  const released = pods.filter(pod => isActive(pod) && pod.metadata?.labels?.app === 'other')
  const some = (from: readonly Pod[]) => numbersOf(from, 1 + below(2), below)
  const choices: (() => Step)[] = [
    () => ({ kind: 'scale', replicas: [below(MOST + 1)] }),
    // Only upwards: which Pods remain of those that come and go within a moment is a matter of luck.
    () => ({ kind: 'scale', replicas: [1, 2, 4].map(more => Math.min(MOST, wanted + more)) }),
    () => ({ kind: 'release', pods: some(owned) }),
    () => ({ kind: 'adopt', pods: some(released) }),
    () => ({ kind: 'delete', pods: some(owned) }),
    () => ({ kind: 'fail', pods: some(owned) }),
    () => ({ kind: 'unready', pods: some(owned) }),
    () => ({ kind: 'orphan', count: 1 + below(3) }),
    () => ({ kind: 'end' }),
  ]
  return (choices[below(choices.length)] as () => Step)()
}

/** The numbers of some Pods, chosen at random. */
function numbersOf(pods: readonly Pod[], count: number, below: (limit: number) => number): readonly number[] {
  const left = pods
    .map(ordinalOf)
    .filter(ordinal => ordinal !== undefined)
    .sort((a, b) => a - b)
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)).flat()
}
