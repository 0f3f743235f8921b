import { webSocketWatches, workerdUpgrade } from '@kube-informer/apiserver'
import { createHandler } from './fake.ts'

/** A Durable Object, because state in a Worker does not outlive a request. */
export class Apiserver {
  readonly fetch: (request: Request) => Promise<Response> = webSocketWatches(createHandler(), workerdUpgrade)
}

interface Env {
  readonly APISERVER: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch(request: Request, { APISERVER }: Env): Promise<Response> {
    return APISERVER.get(APISERVER.idFromName('fake')).fetch(request)
  },
}
