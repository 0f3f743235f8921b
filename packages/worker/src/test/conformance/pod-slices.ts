import type { KubernetesObject } from '@kube-informer/core'
import type { Slice, SliceState, Subscription } from '../../api/subscription.ts'
import type { informers } from '../informers.ts'

/** The names of the Pods in a state. */
export const names = (state: SliceState<KubernetesObject>): (string | undefined)[] =>
  state.data.map(object => object.metadata?.name)

/** A slice of the Pods of the tests. */
export type PodSlice = NonNullable<Subscription<typeof informers, 'pods'>['slice']>

export const inDefault: PodSlice = { target: { type: 'index', index: 'namespace', value: 'default' } }
export const ofPods = (slice: PodSlice = {}) => ({ resource: 'pods', slice }) as const

/** A slice of Pods with names that need not exist. */
export const unchecked = (slice: Slice): Subscription => ({ resource: 'pods', slice })

export const isComplete = (state: SliceState<unknown>): boolean => state.status.data === 'complete'
