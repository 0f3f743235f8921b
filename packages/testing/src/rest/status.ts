import {
  groupResource,
  type ResourceDefinition,
  type Status,
  type StatusCause,
  type StatusDetails,
  StatusError,
} from '@kube-informer/core'

interface Failure {
  readonly code: number
  readonly reason?: string
  readonly message: string
  readonly details?: StatusDetails
  /** A new continue token, in the answer to an expired one. */
  readonly continue?: string
}

/** The error that becomes a `Status` answer; members in the order of a real server, empty ones left out. */
export function failure({ code, reason, message, details, continue: token }: Failure): StatusError {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: token ? { continue: token } : {},
    status: 'Failure',
    message,
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
    code,
  }
  return new StatusError(status)
}

/** Details that name an object; `kind` is the resource, as a real server has it. */
const detailsOf = (resource: ResourceDefinition, name: string): StatusDetails => ({
  ...(name ? { name } : {}),
  ...(resource.group ? { group: resource.group } : {}),
  kind: resource.plural,
})

export const badRequest = (message: string): StatusError =>
  failure({ code: 400, reason: 'BadRequest', message })

export const unauthorized = (): StatusError =>
  failure({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })

export const notFound = (resource: ResourceDefinition, name: string): StatusError =>
  failure({
    code: 404,
    reason: 'NotFound',
    message: `${groupResource(resource)} "${name}" not found`,
    details: detailsOf(resource, name),
  })

export const unknownResource = (): StatusError =>
  failure({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  })

export const methodNotAllowed = (): StatusError =>
  failure({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  })

export const alreadyExists = (resource: ResourceDefinition, name: string): StatusError =>
  failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `${groupResource(resource)} "${name}" already exists`,
    details: detailsOf(resource, name),
  })

export const conflict = (resource: ResourceDefinition, name: string, why: string): StatusError =>
  failure({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${groupResource(resource)} "${name}": ${why}`,
    details: detailsOf(resource, name),
  })

/** A precondition of a delete that does not hold: this message names the kind instead of the resource. */
export function preconditionFailed(resource: ResourceDefinition, name: string, why: string): StatusError {
  const kind = resource.group ? `${resource.kind}.${resource.group}` : resource.kind
  return failure({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${kind} "${name}": ${why}`,
    details: { name, ...(resource.group ? { group: resource.group } : {}), kind },
  })
}

export const expired = (message: string, token?: string): StatusError =>
  failure({ code: 410, reason: 'Expired', message, ...(token ? { continue: token } : {}) })

/** The answer to a continue token that is too old; it brings a token for a list that is not consistent. */
export const continueExpired = (token: string): StatusError =>
  expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    token,
  )

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  failure({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  })

/** One violated rule of an object or of a query. */
export interface FieldError {
  readonly field: string
  readonly type: 'Forbidden' | 'Unsupported value' | 'Invalid value' | 'Required value' | 'Too long'
  readonly detail: string
}

const CAUSES: Readonly<Record<FieldError['type'], string>> = {
  Forbidden: 'FieldValueForbidden',
  'Unsupported value': 'FieldValueNotSupported',
  'Invalid value': 'FieldValueInvalid',
  'Required value': 'FieldValueRequired',
  'Too long': 'FieldValueTooLong',
}

const causeOf = ({ field, type, detail }: FieldError): StatusCause => ({
  reason: CAUSES[type],
  message: `${type}: ${detail}`,
  field,
})

/** 422: the request is understood, and breaks these rules. */
export function invalid(
  type: { readonly kind: string; readonly group: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const qualified = type.group ? `${type.kind}.${type.group}` : type.kind
  const texts = errors.map(error => `${error.field}: ${error.type}: ${error.detail}`)
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  return failure({
    code: 422,
    reason: 'Invalid',
    message: `${qualified} "${name}" is invalid: ${text}`,
    details: {
      ...(name ? { name } : {}),
      ...(type.group ? { group: type.group } : {}),
      kind: type.kind,
      causes: errors.map(causeOf),
    },
  })
}

export const internalError = (message: string): StatusError => failure({ code: 500, message })

export const tooLargeResourceVersion = (requested: string, current: number): StatusError =>
  failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
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

/** What a server answers with a given code, for injected faults. */
export function failureOf(code: number, retryAfterSeconds?: number): StatusError {
  const [reason, message] = REASONS[code] ?? ['', `the server answered ${code}`]
  const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }
  return failure({ code, reason, message, ...details })
}
