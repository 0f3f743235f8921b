// wrangler dev, in the folder of the bundle
import { createEdge, type Edge } from './edge.ts'

interface Env {
  readonly ASSETS: { fetch(request: Request): Promise<Response> }
  readonly EDGE: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
}

/** One object has the relay: state in a Worker does not outlive a request. */
export class EdgeObject {
  readonly #env: Env
  #edge: Edge | undefined

  constructor(_context: unknown, env: Env) {
    this.#env = env
  }

  fetch(request: Request): Promise<Response> {
    this.#edge ??= this.#start(new URL(request.url).origin)
    return this.#edge.fetch(request)
  }

  #start(origin: string): Edge {
    const assets = (request: Request) => this.#env.ASSETS.fetch(request)
    const edge = createEdge({ pods: 1000, churn: 20, seed: 1, origins: [origin], assets })
    void edge.run(new AbortController().signal)
    return edge
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request: Request, { EDGE }: Env): Promise<Response> {
    const response = await EDGE.getByName('edge').fetch(request)
    if (!response.headers.get('Cache-Control')?.includes('no-transform')) return response
    // `wrangler dev` compresses JSON whose encoding is not named, and so delays the events of a watch.
    const watch = new Response(response.body, response)
    watch.headers.set('Content-Encoding', 'identity')
    return watch
  },
}
