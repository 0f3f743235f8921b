/** What can happen to the worker of the informers, for the panel of faults. */
export type WorkerFault = { readonly type: 'close' } | { readonly type: 'freeze'; readonly forMs: number }

const CHANNEL = 'kube-informer-console.worker-faults'

/** Sends a fault to the workers of all tabs. */
export function strikeWorkers(fault: WorkerFault): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(fault)
  channel.close()
}

/** Lets the panel of faults end or freeze this worker, as a browser does that needs its memory. */
export function acceptWorkerFaults(): void {
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<WorkerFault>) => {
    if (data.type === 'close') self.close()
    else block(data.forMs)
  }
}

/** Keeps the thread busy, so that it neither receives nor sends anything. */
function block(forMs: number): void {
  const end = performance.now() + forMs
  while (performance.now() < end);
}
