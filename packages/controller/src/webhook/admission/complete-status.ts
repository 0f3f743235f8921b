import type { Status, StatusCause, StatusDetails } from '@kube-informer/core'
import { isJsonObject } from '../../api/json-value.ts'
import type { AdmissionResponse } from './admission-response.ts'

type FieldTypes = Readonly<Record<string, 'string' | 'integer'>>

const STATUS = { status: 'string', message: 'string', reason: 'string', code: 'integer' } as const
const DETAILS = {
  name: 'string',
  group: 'string',
  kind: 'string',
  uid: 'string',
  retryAfterSeconds: 'integer',
} as const
const CAUSE = { reason: 'string', message: 'string', field: 'string' } as const

/**
 * The status of an answer. Without a code it has 200, or 403 and the reason Forbidden for a denial. Values that an apiserver
 * could not decode are left out, because it would reject the whole answer.
 */
export function completeStatus({ allowed, status }: AdmissionResponse): Status {
  const known: Status = typed(status, STATUS)
  const details = detailsOf(status?.details)
  return {
    ...(!known.code && (allowed ? { code: 200 } : { code: 403, reason: 'Forbidden' })),
    ...known,
    ...(details && { details }),
  }
}

function detailsOf(details: StatusDetails | undefined): StatusDetails | undefined {
  if (!isJsonObject(details)) return undefined
  const causes: unknown = details.causes
  return {
    ...typed(details, DETAILS),
    ...(Array.isArray(causes) && { causes: causes.map((cause): StatusCause => typed(cause, CAUSE)) }),
  }
}

/** The members that have the given type. A code of 0 is none. */
function typed(value: unknown, types: FieldTypes): Readonly<Record<string, never>> {
  const members: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(types)) {
    const member = isJsonObject(value) ? value[name] : undefined
    if (type === 'string' ? typeof member === 'string' : isInteger(member)) members[name] = member
  }
  return members as Record<string, never>
}

/** A Go int32 above 0. */
const isInteger = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31
