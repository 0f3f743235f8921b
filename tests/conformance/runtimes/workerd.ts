// A Cloudflare Worker: GET /?server=http://127.0.0.1:8001
import { followPods } from './follow-pods.ts'

interface Handler {
  fetch(request: Request): Promise<Response>
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request) {
    const server = new URL(request.url).searchParams.get('server') ?? 'http://127.0.0.1:8001'
    return Response.json(await followPods(server))
  },
} satisfies Handler
