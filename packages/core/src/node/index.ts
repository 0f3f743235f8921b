// Serves `fetch` handlers in Node. It is here because this is the lowest package that the relay, the fake apiserver and the
// controller import; an entry of its own, with a tsconfig of its own, keeps Node out of the rest of core.
export { type AnswerOptions, answer } from './answer.ts'
export type { UpgradeHandler, UpgradeRequest } from './answer-upgrade.ts'
export type { CreateServerOptions, Http2Buffers } from './create-server.ts'
export { HttpServer, type HttpServerOptions, hostInUrl } from './http-server.ts'
export type { ServerLimits } from './limits.ts'
export type { RequestHandler } from './request-handler.ts'
export type { SendBody } from './send-response.ts'
export { respond, type ToRequestOptions, toRequest } from './to-request.ts'
