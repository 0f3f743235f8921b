import { ProtocolError, StatusError } from '../../api/errors.ts'
import type { Status } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'
import { redactedStatus } from './status-text.ts'

/** An answer with a success code, as far as it is known before it was checked. */
export interface Answer {
  readonly apiVersion?: unknown
  readonly kind?: unknown
  readonly [member: string]: unknown
}

/** Whether an answer is the object that a request expects. It is no failure. */
export type IsExpected = (answer: Answer) => boolean

/** A kind that is named `Status` may be another group's. */
export const isStatusObject = ({ kind, apiVersion = 'v1' }: Answer): boolean =>
  kind === 'Status' && apiVersion === 'v1'

/**
 * Whether an answer has one of the kinds, or none: servers omit it, and a success code alone says little. A gateway answers so
 * with what belongs to another path.
 */
export const isOfKind =
  (...kinds: readonly string[]): IsExpected =>
  ({ kind }) =>
    !kind || kinds.includes(kind as string)

/** Whether an answer is a list: it has items, of which an empty list may have none. */
export const isList: IsExpected = answer =>
  'items' in answer || (typeof answer.kind === 'string' && answer.kind.endsWith('List'))

/** The success of a write that answers without an object. */
export const isSuccess: IsExpected = answer => isStatusObject(answer) && answer.status === 'Success'

/**
 * Throws the StatusError that an answer with a success code can be: a Status other than Success is a failure whatever its code
 * (client-go `rest.Result.Into`).
 */
export function throwFailure(answer: unknown, redactor?: Redactor): void {
  if (isAnswer(answer) && isStatusObject(answer) && answer.status !== 'Success')
    throw new StatusError(redactedStatus(redactor)(answer) as Status)
}

/** The kinds that errors name. Another one could contain what the server has been sent. */
const NAMED_KINDS = /^(Status|Table|[A-Z][A-Za-z]{0,60}List)$/

/** The error of an answer that is none of those that a request expects. */
export function unexpectedAnswer(answer: unknown): ProtocolError {
  const kind = isAnswer(answer) && NAMED_KINDS.exec(String(answer.kind ?? ''))?.[0]
  return new ProtocolError(
    `the answer is ${kind ? `a ${kind} and ` : ''}not what was asked for; is baseUrl the root of an apiserver?`,
  )
}

/** Whether a value is an object. */
export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
