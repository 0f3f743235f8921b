import type { FakeApiserver } from '@kube-informer/testing'
import type { InformerDefinitions } from '@kube-informer/worker'
import { hostInformers } from '@kube-informer/worker/host'

/** A fake Worker that runs in the page's thread. */
export interface PageWorker {
  readonly worker: Worker
  /** Dispatches `messageerror`, so that the connection treats the worker as failed. */
  break(): void
}

export function createPageWorker(informers: InformerDefinitions, server: FakeApiserver): PageWorker {
  const { port1: pageEnd, port2: scope } = new MessageChannel()
  const host = hostInformers(informers, { scope, fetch: server.fetch, persistence: false })
  const terminate = (): void => {
    host.close()
    pageEnd.close()
  }
  return {
    worker: Object.assign(pageEnd, { terminate, onerror: null }) as unknown as Worker,
    break: () => pageEnd.dispatchEvent(new MessageEvent('messageerror')),
  }
}
