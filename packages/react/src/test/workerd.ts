// A Cloudflare Worker: GET /?server=http://127.0.0.1:8001, with the token of the user.
import { renderPods } from './render-pods.ts'

interface Handler {
  fetch(request: Request): Promise<Response>
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request) {
    const server = new URL(request.url).searchParams.get('server') ?? ''
    return new Response(await renderPods(server, request.headers.get('x-token') ?? ''))
  },
} satisfies Handler
