// A Cloudflare Worker: GET /?server=http://127.0.0.1:8001, or /stream, with the token of the user.
import { renderPods, streamPods } from './render-pods.ts'

interface Handler {
  fetch(request: Request): Promise<Response>
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const render = pathname === '/stream' ? streamPods : renderPods
    const html = await render(searchParams.get('server') ?? '', request.headers.get('x-token') ?? '')
    // Otherwise Miniflare compresses the response, and sends it when it ends.
    return new Response(html, { headers: { 'content-encoding': 'identity' } })
  },
} satisfies Handler
