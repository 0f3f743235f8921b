import { failure } from '@kube-informer/cacher'
import type { StatusError } from '@kube-informer/core'

/** The error for a request that a relay neither serves nor passes on. */
export function refusedOther({ method, url }: Request): StatusError {
  const { pathname } = new URL(url)
  const isRead = method === 'GET' || method === 'HEAD'
  const what = `the relay does not serve ${method} ${JSON.stringify(pathname)}`
  return failure({
    code: isRead ? 404 : 405,
    reason: isRead ? 'NotFound' : 'MethodNotAllowed',
    message: `${what}: it serves reads of the resources that it caches (option resources) and passes nothing on (option others)`,
    details: {},
  })
}
