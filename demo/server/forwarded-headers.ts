import type { IncomingHttpHeaders } from 'node:http'

/** Headers of one connection, and those with which a browser asks for CORS. */
const NOT_FORWARDED = /^(connection|keep-alive|te|trailer|upgrade|proxy-.*|access-control-.*)$/

/** The headers of a request that are passed on. */
export const forwarded = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.test(name)))
