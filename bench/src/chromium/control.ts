import type { Setup } from '../bench-case.ts'
import type { Counts } from './pod-server.ts'

/** What a contender asks of its case's server. */
export interface Control {
  /** Back to the beginning: nothing has happened, nothing was asked, no watch is open. */
  reset(): Promise<void>
  /** Makes that many events; they happen with {@link go}. */
  prepare(events: number): Promise<void>
  /** Lets so many events happen, so many a second; answers at once. @param perSecond 0 for as fast as they are read */
  go(events: number, perSecond: number): Promise<void>
  counts(): Promise<Counts>
}

/** Of the setup's `cluster`, the one with all Pods unless it says otherwise. */
export function control({ url, cluster = 'k8s' }: Setup): Control {
  const ask = async (path: string) =>
    (await fetch(`${url}/control/${cluster}/${path}`)).json() as Promise<Counts>
  return {
    reset: async () => void (await ask('reset')),
    prepare: async events => void (await ask(`prepare?events=${events}`)),
    go: async (events, perSecond) => void (await ask(`go?events=${events}&perSecond=${perSecond}`)),
    counts: () => ask('counts'),
  }
}

/** Fails unless the server was asked for just so many lists, and has just so many watches open. */
export function expectRequests(
  { lists, openWatches }: Counts,
  expected: { readonly lists: number; readonly openWatches: number },
): void {
  if (lists !== expected.lists || openWatches !== expected.openWatches) {
    const told = `${lists} lists and ${openWatches} open watches`
    throw new Error(`${told} instead of ${expected.lists} and ${expected.openWatches}`)
  }
}
