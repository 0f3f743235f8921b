import type { InformerStatus } from '@kube-informer/core'
import type { Subscription } from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { createInformerHooks } from '../create-informer-hooks.ts'
import { informers, type Pod } from './pods.ts'

/** The hooks of the definition of the tests. */
export const hooks: ReturnType<typeof createInformerHooks<typeof informers>> = createInformerHooks(informers)

/** The subscription of a hook. */
export const slice = (
  target: NonNullable<Subscription['slice']>['target'],
  rest: Subscription['slice'] = {},
): Subscription => ({ resource: 'pods', scope: {}, slice: { target, ...rest } })

/** The subscription of `useByIndex('namespace', value)`. */
export const byNamespace = (value: string): Subscription =>
  slice({ type: 'index', index: 'namespace', value })

export const names = (rows: readonly Pod[]): string => rows.map(({ metadata }) => metadata?.name).join(' ')

/** The status of a slice whose rows are current. */
export const LIVE: InformerStatus = { ...INITIAL_SLICE_STATE.status, data: 'complete', link: 'live' }
