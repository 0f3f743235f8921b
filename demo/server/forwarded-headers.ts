import type { IncomingHttpHeaders } from 'node:http'

/** Headers of one connection, and those by which a server addresses a browser. */
const NOT_FORWARDED = /^(connection|keep-alive|te|trailer|upgrade|proxy-.*|access-control-.*|set-cookie)$/

/** The headers of a request or a response that are passed on. */
export const forwarded = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name)))
