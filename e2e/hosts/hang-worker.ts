/** The DevTools reach no dedicated worker, so the tests' workers listen to this themselves: how long to hang, in ms. */
const CHANNEL = 'hang-worker'

/** In a worker: blocks the thread on a message, so that it neither responds nor releases a lock. */
export function hangOnMessage(): void {
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<number>) => {
    const end = performance.now() + data
    while (performance.now() < end);
  }
}

/** In a page: tells every worker of the origin. */
export function hangWorkers(forMs: number): void {
  new BroadcastChannel(CHANNEL).postMessage(forMs)
}
