import { compressing, controlHandler, createFakeApiserver } from '@kube-informer/apiserver'

/** A request handler. */
type Handler = (request: Request) => Promise<Response>

/** A fake apiserver with its controls, as a handler for any runtime. */
export function createHandler(): Handler {
  const server = createFakeApiserver()
  const control = controlHandler(server)
  return compressing(async request => (await control(request)) ?? server.fetch(request))
}
