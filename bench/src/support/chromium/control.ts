import type { Setup } from '../../runner/bench-case.ts'
import type { Counts } from './pod-server.ts'

/** Controls the server of a case. */
export interface Control {
  /** Returns to the initial state: no events, no requests, no watches. */
  reset(): Promise<void>
  /** Encodes further events in advance; {@link go} releases them. */
  prepare(events: number): Promise<void>
  /** Releases events; resolves at once. @param perSecond events a second; 0 releases all at once */
  go(events: number, perSecond: number): Promise<void>
  counts(): Promise<Counts>
}

/** The control of the setup's `cluster`, by default the one with all Pods. */
export function control({ url, cluster = 'k8s' }: Setup): Control {
  const request = async (path: string) =>
    (await fetch(`${url}/control/${cluster}/${path}`)).json() as Promise<Counts>
  return {
    reset: async () => void (await request('reset')),
    prepare: async events => void (await request(`prepare?events=${events}`)),
    go: async (events, perSecond) => void (await request(`go?events=${events}&perSecond=${perSecond}`)),
    counts: () => request('counts'),
  }
}

/** Throws unless the server has received exactly this many lists and has this many open watches. */
export function expectRequests(
  { lists, openWatches }: Counts,
  expected: { readonly lists: number; readonly openWatches: number },
): void {
  if (lists !== expected.lists || openWatches !== expected.openWatches) {
    const actual = `${lists} lists and ${openWatches} open watches`
    throw new Error(`${actual} instead of ${expected.lists} and ${expected.openWatches}`)
  }
}
