import { compressing, controlHandler, createFakeApiserver, guarding } from '@kube-informer/apiserver'

/** A request handler. */
type Handler = (request: Request) => Promise<Response>

/** A fake apiserver with its controls, as a handler for any runtime, for pages of this machine and of one site. */
export function createHandler(): Handler {
  const server = createFakeApiserver()
  const control = controlHandler(server)
  const handle: Handler = async request => (await control(request)) ?? server.fetch(request)
  return compressing(guarding(handle, { allowedHosts: ['dashboard.example'] }))
}
