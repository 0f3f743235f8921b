/** DevTools cannot reach dedicated workers, so the tests' workers listen to this channel for durations in ms. */
const CHANNEL = 'hang-worker'

/** Runs in a worker: blocks the thread on a message, so that it neither responds nor releases a lock. */
export function hangOnMessage(): void {
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<number>) => {
    const end = performance.now() + data
    while (performance.now() < end);
  }
}

/** Runs in a page: makes every worker of the origin hang. */
export function hangWorkers(forMs: number): void {
  new BroadcastChannel(CHANNEL).postMessage(forMs)
}
