// A Worker with one Durable Object. GET opens a stream, POST sends `events` events to all of them.
import { BareStreams } from './bare-streams.ts'
import { startRelay } from './started-relay.ts'

const eventsOf = ({ url }: Request): number => Number(new URL(url).searchParams.get('events'))

/** The floor. */
export class Bare {
  readonly #streams = new BareStreams()

  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(this.#streams.open())
    this.#streams.push(eventsOf(request))
    return new Response()
  }
}

export class Relaying {
  #started: ReturnType<typeof startRelay> | undefined

  async fetch(request: Request): Promise<Response> {
    this.#started ??= startRelay()
    const { relay, upstream } = await this.#started
    if (request.method !== 'POST') return relay.fetch(request)
    upstream.push(eventsOf(request))
    return new Response()
  }
}

interface Env {
  readonly SERVER: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch: async (request: Request, { SERVER }: Env): Promise<Response> =>
    request.url.endsWith('/ok') ? new Response() : SERVER.get(SERVER.idFromName('server')).fetch(request),
}
