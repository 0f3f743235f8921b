import { isKnownReason } from '../../api/errors.ts'
import type { Status } from '../../api/object.ts'
import type { Redactor } from '../../api/redactor.ts'

/** Maximum length of a Status, in bytes. Its message may quote an object, which etcd limits to 1.5 MB. */
export const MAX_STATUS_LENGTH: number = 4 * 1024 * 1024

const MEMBERS =
  /^(kind|apiVersion|metadata|resourceVersion|continue|remainingItemCount|status|message|reason|code|details|name|group|uid|causes|field|retryAfterSeconds)?$/

/** The words that programs read. A credential that equals one of them hides nothing. */
const WORDS = /^(v1|Status|Success|Failure|UnexpectedServerResponse)$/

/** A reviver for `JSON.parse` that reduces a Status to its known members, and removes credentials from their texts. */
export const statusReviver = (redactor: Redactor | undefined) =>
  function (this: unknown, name: string, value: unknown): unknown {
    if (!MEMBERS.test(name) && !Array.isArray(this)) return undefined
    if (typeof value !== 'string' || WORDS.test(value) || isKnownReason(value)) return value
    return redactor ? redactor.redact(value) : value
  }

/** The same of a Status that is decoded already. */
export const redactedStatus =
  (redactor: Redactor | undefined) =>
  (status: unknown): Status =>
    JSON.parse(JSON.stringify(status), statusReviver(redactor)) as Status
