import { webSocketWatches, workerdUpgrade } from '@kube-informer/apiserver'
import { createHandler } from './fake.ts'

/** One for each request would be thrown away with it: a Durable Object outlives them. */
export class Apiserver {
  readonly fetch: (request: Request) => Promise<Response> = webSocketWatches(createHandler(), workerdUpgrade)
}

interface Env {
  readonly APISERVER: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

// Workers are found by their default export.
// biome-ignore lint/style/noDefaultExport: the platform asks for it
export default {
  fetch(request: Request, { APISERVER }: Env): Promise<Response> {
    return APISERVER.get(APISERVER.idFromName('fake')).fetch(request)
  },
}
