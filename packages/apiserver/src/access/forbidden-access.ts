import type { StatusError } from '@kube-informer/core'
import { failure } from '../status/status-errors.ts'
import type { AccessAttributes } from './access-attributes.ts'

/** The 403 of a real server: names the user, the verb and the resource. */
export function forbiddenAccess(attributes: AccessAttributes, reason: string): StatusError {
  const why = reason === '' ? '' : `: ${reason}`
  const { user, verb, path } = attributes
  const subject = `User ${JSON.stringify(user)} cannot ${verb}`
  return path === ''
    ? forbiddenResource(attributes, subject, why)
    : failure({
        code: 403,
        reason: 'Forbidden',
        message: `forbidden: ${subject} path ${JSON.stringify(path)}${why}`,
        details: {},
      })
}

function forbiddenResource(attributes: AccessAttributes, subject: string, why: string): StatusError {
  const { group, resource, subresource, namespace, name } = attributes
  const qualified = group === '' ? resource : `${resource}.${group}`
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const named = name === '' ? '' : ` ${JSON.stringify(name)}`
  return failure({
    code: 403,
    reason: 'Forbidden',
    message: `${qualified}${named} is forbidden: ${subject} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${why}`,
    details: { ...(name ? { name } : {}), ...(group ? { group } : {}), kind: resource },
  })
}
