/** The DevTools reach no dedicated worker, so the tests' workers listen to this themselves: how long to hang, in ms. */
const CHANNEL = 'hang-worker'

/** In a worker: hangs when it is told to, so that it neither answers nor lets go of anything. */
export function hangWhenTold(): void {
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<number>) => {
    const end = performance.now() + data
    while (performance.now() < end);
  }
}

/** In a page: tells every worker of the origin. */
export function hangWorkers(forMs: number): void {
  new BroadcastChannel(CHANNEL).postMessage(forMs)
}
