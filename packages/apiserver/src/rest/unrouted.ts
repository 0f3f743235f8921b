import { textResponse } from '../http/respond.ts'
import type { Route } from '../http/route.ts'
import { badRequest, notFound, unknownResource } from '../status/status-errors.ts'

/** A route without a resource, discovery or OpenAPI. */
export type Unrouted = Exclude<Route, { readonly type: 'resource' | 'discovery' | 'openapi' }>

/** A real server's response for such a path: plain text, or a thrown StatusError. */
export function answerUnrouted(route: Unrouted): Response {
  switch (route.type) {
    case 'unknown-resource':
      throw unknownResource()
    case 'unknown-subresource':
      throw notFound(route.resource, route.name)
    case 'invalid-name':
      throw badRequest(route.message)
    case 'unreadable':
      return unreadable(route.path)
    case 'unknown-path':
      return textResponse('404 page not found\n', 404)
  }
}

const unreadable = (path: string): Response =>
  textResponse(
    `Internal Server Error: ${JSON.stringify(path)}: failed to create RequestInfo: unable to determine kind and namespace from url, ${path}\n`,
    500,
  )
