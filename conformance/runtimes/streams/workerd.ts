// A Cloudflare Worker: GET /?yard=http://127.0.0.1:41234
import { runCases } from './run-cases.ts'

interface Handler {
  fetch(request: Request): Promise<Response>
}

// Workers are found by their default export.
// biome-ignore lint/style/noDefaultExport: the platform asks for it
export default {
  async fetch(request) {
    const yard = new URL(request.url).searchParams.get('yard') ?? ''
    return Response.json(await runCases('workerd', yard))
  },
} satisfies Handler
