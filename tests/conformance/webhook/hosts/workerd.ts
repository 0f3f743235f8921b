// A Cloudflare Worker that answers the requests about widgets.
import { handleWidgets } from '../widgets-webhook.ts'

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch: (request: Request): Promise<Response> => handleWidgets(request),
}
