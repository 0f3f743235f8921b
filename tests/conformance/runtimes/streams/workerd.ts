// A Cloudflare Worker: GET /?yard=http://127.0.0.1:41234
import { runCases } from './run-cases.ts'

interface Handler {
  fetch(request: Request): Promise<Response>
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request) {
    const yard = new URL(request.url).searchParams.get('yard') ?? ''
    return Response.json(await runCases('workerd', yard))
  },
} satisfies Handler
