import { detailsOf, failure } from '@kube-informer/cacher'
import {
  groupResource,
  type ResourceDefinition,
  type StatusCause,
  type StatusError,
} from '@kube-informer/core'

export {
  badRequest,
  type FieldError,
  failure,
  internalError,
  invalid,
  methodNotAllowed,
  notFound,
  unauthorized,
} from '@kube-informer/cacher'

export const unknownResource = (): StatusError =>
  failure({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  })

/** 405: the resource has objects but does not support watches. */
export const watchNotSupported = (resource: ResourceDefinition): StatusError =>
  failure({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `watch is not supported on resources of kind "${groupResource(resource)}"`,
    details: detailsOf(resource, ''),
  })

export const alreadyExists = (resource: ResourceDefinition, name: string): StatusError =>
  failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `${groupResource(resource)} "${name}" already exists`,
    details: detailsOf(resource, name),
  })

/** No free generated name was found. */
export const nameConflict = (resource: ResourceDefinition, name: string): StatusError =>
  failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `${groupResource(resource)} "${name}" already exists, the server was not able to generate a unique name for the object`,
    details: { ...detailsOf(resource, name), retryAfterSeconds: 1 },
  })

/** The object that has the name is being deleted. */
export const stillBeingDeleted = (resource: ResourceDefinition, name: string): StatusError =>
  failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `object is being deleted: ${groupResource(resource)} "${name}" already exists`,
    details: detailsOf(resource, name),
  })

/** 403: the operation is not allowed on this object. */
export const forbidden = (
  resource: ResourceDefinition,
  name: string,
  why: string,
  causes: readonly StatusCause[] = [],
): StatusError =>
  failure({
    code: 403,
    reason: 'Forbidden',
    message: `${groupResource(resource)} "${name}" is forbidden: ${why}`,
    details: { ...detailsOf(resource, name), ...(causes.length > 0 ? { causes } : {}) },
  })

/** 413: the body, or a number in it, exceeds the limit. */
export const requestTooLarge = (limit: string): StatusError =>
  failure({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: ${limit}`,
  })

export const conflict = (resource: ResourceDefinition, name: string, why: string): StatusError =>
  failure({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${groupResource(resource)} "${name}": ${why}`,
    details: detailsOf(resource, name),
  })

/** A failed precondition of a delete; the message names the kind instead of the resource. */
export function preconditionFailed(resource: ResourceDefinition, name: string, why: string): StatusError {
  const kind = resource.group ? `${resource.kind}.${resource.group}` : resource.kind
  return failure({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${kind} "${name}": ${why}`,
    details: { name, ...(resource.group ? { group: resource.group } : {}), kind: resource.kind },
  })
}

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  failure({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  })

/** 415 for a PATCH of a built-in kind; the message does not list the supported types. */
export const unsupportedPatchType = (): StatusError =>
  failure({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: '415: Unsupported Media Type',
    details: {},
  })

const REASONS: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'Unauthorized'],
  403: ['Forbidden', 'forbidden'],
  404: ['NotFound', 'the server could not find the requested resource'],
  409: ['Conflict', 'the server reported a conflict'],
  410: ['Expired', 'The resourceVersion for the provided list is too old.'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  500: ['InternalError', 'Internal error occurred: injected fault'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: ['Timeout', 'Timeout: request did not complete within the allotted timeout'],
}

/** The Status error of a code, for injected faults. */
export function failureOf(code: number, retryAfterSeconds?: number): StatusError {
  const [reason, message] = REASONS[code] ?? ['', `the server answered ${code}`]
  const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }
  return failure({ code, reason, message, ...details })
}
