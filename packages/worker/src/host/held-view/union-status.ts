import {
  type InformerCounters,
  type InformerStatus,
  isUnexpectedServerError,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import { isDenied } from './denials.ts'
import { newestOf } from './versions.ts'

/** The number of failures that a message names. */
const NAMED = 3

/**
 * The status of rows that come from several informers.
 *
 * - `data` is the least complete of the informers with data. An informer that has failed does not hold back the others;
 *   the first list of each other one is awaited unless `isStarted`.
 * - `link` is the worst one, but `connecting` until the first lists are answered, and `error` names each failure. Errors with
 *   one code are a StatusError with that code, but not before the first lists are answered; denials are one denial, also
 *   beside other errors if all rows have left. UsageErrors are one UsageError.
 * - `resourceVersion` is the newest one, and counters are sums.
 */
export function unionStatus(members: readonly InformerStatus[], isStarted: boolean): InformerStatus {
  const failures = members.flatMap(({ error }) => error ?? [])
  const data = dataOf(members, isStarted)
  const isEmptied = isStarted && data === 'none'
  const joined = failures.length > 0 && joinErrors(failures, members.length, isEmptied)
  // One namespace is denied, and another one may be allowed: the union has neither failed nor been denied yet.
  const isUndecided = data === 'none' && members.some(isPending)
  const error = joined && isUndecided ? new Error(joined.message) : joined
  const lastEventAt = Math.max(...members.map(each => each.lastEventAt ?? 0))
  // Without proof of one of them, there is none of all.
  const provenAt = Math.min(...members.map(each => each.provenAt ?? 0))
  const notice = members.find(each => each.notice !== undefined)?.notice
  return {
    data,
    link: (!isUndecided && LINKS.find(link => members.some(each => each.link === link))) || 'connecting',
    resourceVersion: newestOf(members.map(({ resourceVersion }) => resourceVersion)),
    counters: members.reduce((sum, { counters }) => addCounters(sum, counters), NO_COUNTERS),
    ...(lastEventAt > 0 && { lastEventAt }),
    ...(provenAt > 0 && Number.isFinite(provenAt) && { provenAt }),
    ...(members.some(each => each.isWaiting) && { isWaiting: true }),
    ...(notice !== undefined && { notice }),
    ...(error && { error }),
  }
}

/** From the worst to the best. */
const LINKS = ['stopped', 'retrying', 'connecting', 'live'] as const

const isPending = ({ data, error }: InformerStatus): boolean => data === 'none' && !error

function dataOf(members: readonly InformerStatus[], isStarted: boolean): InformerStatus['data'] {
  const filled = members.filter(({ data }) => data !== 'none')
  if (filled.length === 0 || (members.some(isPending) && !isStarted)) return 'none'
  return filled.some(({ data }) => data === 'cached') ? 'cached' : 'complete'
}

function joinErrors(errors: readonly Error[], of: number, isEmptied: boolean): Error {
  const [first] = errors
  if (errors.length === 1 && first) return first
  const messages = [...new Set(errors.map(({ message }) => message))]
  const more = messages.length - NAMED
  const named = messages.slice(0, NAMED)
  const message = `${errors.length} of ${of} namespaces failed: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  if (errors.every(error => error instanceof UsageError)) return new UsageError(message)
  const common = commonOf(errors, isEmptied)
  if (!common) return new Error(message)
  const { details, ...status } = common.status
  // What tells that a gateway has answered stays.
  const causes = isUnexpectedServerError(common) ? { details: { causes: details?.causes ?? [] } } : {}
  return new StatusError({ ...status, ...causes, message })
}

/** The error whose code all of them have. */
function commonOf(errors: readonly Error[], isEmptied: boolean): StatusError | undefined {
  const answers = errors.filter(error => error instanceof StatusError)
  const denials = answers.filter(isDenied)
  const [first] = answers
  const [denial] = denials
  if (denial && (isEmptied || denials.length === errors.length)) return denial
  return answers.length === errors.length && answers.every(({ code }) => code === first?.code)
    ? (answers.find(isUnexpectedServerError) ?? first)
    : undefined
}

const NO_COUNTERS: InformerCounters = Object.freeze({
  objects: 0,
  events: 0,
  relists: 0,
  restarts: 0,
  bytes: 0,
})

const addCounters = (a: InformerCounters, b: InformerCounters): InformerCounters => ({
  objects: a.objects + b.objects,
  events: a.events + b.events,
  relists: a.relists + b.relists,
  restarts: a.restarts + b.restarts,
  bytes: a.bytes + b.bytes,
})
