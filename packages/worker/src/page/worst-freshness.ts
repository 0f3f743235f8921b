import type { Freshness } from '@kube-informer/core'
import type { ConnectionStatus } from '../api/connection.ts'

const FROM_WORST = ['offline', 'cached', 'catching-up', 'live'] as const

/** The freshness of a connection in this state, with slices of these. */
export function worstFreshness(
  { state, error }: Pick<ConnectionStatus, 'state' | 'error'>,
  slices: readonly Freshness[],
): Freshness {
  if (state === 'connecting') return { state: 'catching-up', reason: error ?? state }
  if (state !== 'ready') return { state: 'offline', reason: error ?? state }
  const worst = FROM_WORST.find(each => slices.some(slice => slice.state === each)) ?? 'live'
  const [first, ...others] = slices.filter(slice => slice.state === worst)
  // The oldest proof, unless one of them has none.
  return others.reduce((a, b) => ((b.since ?? 0) < (a.since ?? 0) ? b : a), first ?? { state: worst })
}
