import { forbiddenValue, invalidValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { badRequest, invalid } from '../status/status-errors.ts'

/** The parameters of a log request: PodLogOptions of core/v1. */
export interface LogOptions {
  /** "" if the request names none. */
  readonly container: string
  /** Whether the stream continues with new lines. */
  readonly follow: boolean
  /** Whether to return the log of the container's previous run. */
  readonly previous: boolean
  /** Whether each line starts with its time. */
  readonly timestamps: boolean
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
  /** Lines from before this time are omitted; in ms since the Unix epoch. */
  readonly since: number | undefined
}

/** Parses and checks the parameters; throws the errors of a real server. */
export function parseLogOptions(query: URLSearchParams, pod: string, now: number): LogOptions {
  const tailLines = wholeNumber(query.get('tailLines'))
  const limitBytes = wholeNumber(query.get('limitBytes'))
  const sinceSeconds = wholeNumber(query.get('sinceSeconds'))
  const sinceTime = timeOf(query.get('sinceTime'))
  const errors: FieldError[] = []
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalidValue('tailLines', tailLines, 'must be greater than or equal to 0'))
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalidValue('limitBytes', limitBytes, 'must be greater than 0'))
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    errors.push(forbiddenValue('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'))
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalidValue('sinceSeconds', sinceSeconds, 'must be greater than 0'))
  if (errors.length > 0) throw invalid({ kind: 'PodLogOptions', group: '' }, pod, errors)
  return {
    container: query.get('container') ?? '',
    follow: isTrue(query.get('follow')),
    previous: isTrue(query.get('previous')),
    timestamps: isTrue(query.get('timestamps')),
    tailLines,
    limitBytes,
    since: sinceSeconds === undefined ? sinceTime : now - sinceSeconds * 1000,
  }
}

/** As apimachinery reads booleans of a query: only these texts are false. */
const isTrue = (text: string | null): boolean =>
  text !== null && text !== '0' && text.toLowerCase() !== 'false'

function wholeNumber(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
}

function timeOf(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  const time = Date.parse(text)
  if (Number.isFinite(time)) return time
  throw badRequest(
    `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`,
  )
}
