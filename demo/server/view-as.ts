import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { sendFailure } from './failure.ts'

/** `/as/<user>` in front of the path of a request. */
const AS = /^\/as\/([^/?]+)(\/.*)$/

/**
 * Serves each path also below `/as/<user>`: there, requests impersonate the user, as `kubectl --as` does. The sender of
 * the forwarded requests needs the right to. The apiserver adds the group `system:authenticated` itself: naming it would
 * need a further right.
 */
export function viewingAs(handle: RequestListener): RequestListener {
  return (request, response) => {
    const [, encoded, path] = AS.exec(request.url ?? '') ?? []
    if (encoded === undefined) return handle(request, response)
    const user = decoded(encoded)
    if (user === undefined)
      return sendFailure(response, 400, `the user name must be valid, got ${JSON.stringify(encoded)}`)
    for (const name of impersonationOf(request.headers)) delete request.headers[name]
    request.headers['impersonate-user'] = user
    request.url = path
    handle(request, response)
  }
}

/** The names of the headers that impersonate. */
const impersonationOf = (headers: IncomingHttpHeaders): readonly string[] =>
  Object.keys(headers).filter(name => name.startsWith('impersonate-'))

/**
 * The user name; undefined if a header cannot contain it. Spaces around a value are no part of it: the server would impersonate
 * another user, or for a name of spaces none.
 */
function decoded(text: string): string | undefined {
  try {
    const user = decodeURIComponent(text)
    return /^[\x20-\x7e]+$/.test(user) && user.trim() === user ? user : undefined
  } catch {
    return undefined
  }
}
