import { badRequest, type FieldError, internalError, invalid } from './status.ts'

/** The query of a list or a watch, parsed as a Kubernetes server does (meta/v1 ListOptions). */
export interface ListQuery {
  readonly watch: boolean
  readonly limit: number
  readonly continue: string
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly sendInitialEvents: boolean | undefined
  readonly allowWatchBookmarks: boolean
  /** Whether a bookmark tells where the first state ends; the legacy watch paths know none. */
  readonly marksInitialEventsEnd: boolean
  readonly timeoutSeconds: number | undefined
  readonly labelSelector: string
  readonly fieldSelector: string
}

/** Only absence, "0" and "false" are false: `?watch` and `?watch=` are true. */
const isTrue = (value: string | null): boolean =>
  value !== null && value !== '0' && value.toLowerCase() !== 'false'

function parseInteger(value: string | null): number | undefined {
  if (value === null) return undefined
  if (!/^[+-]?[0-9]+$/.test(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
  if (BigInt.asIntN(64, BigInt(value)) !== BigInt(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: value out of range`)
  return Number(value)
}

/** Whether the query asks for a watch; on a path without a name only. */
export const asksForWatch = (query: URLSearchParams): boolean => isTrue(query.get('watch'))

/** Parses, sets the defaults that a server sets, and throws what it refuses. */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const complete = withDefaults(parse(query))
  refuse(complete.watch ? watchErrors(complete) : listErrors(complete))
  return complete
}

/** The same for a legacy watch path, which always watches, by the rules of a list: without a revision, from any state. */
export function parseLegacyWatchQuery(query: URLSearchParams): ListQuery {
  const parsed = parse(query)
  refuse(listErrors(parsed))
  const sendInitialEvents = isFromAnywhere(parsed)
  return { ...parsed, watch: true, sendInitialEvents, marksInitialEventsEnd: false }
}

function parse(query: URLSearchParams): ListQuery {
  const sendInitialEvents = query.get('sendInitialEvents')
  return {
    watch: asksForWatch(query),
    limit: Math.max(0, parseInteger(query.get('limit')) ?? 0),
    continue: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    sendInitialEvents: sendInitialEvents === null ? undefined : isTrue(sendInitialEvents),
    allowWatchBookmarks: isTrue(query.get('allowWatchBookmarks')),
    marksInitialEventsEnd: true,
    timeoutSeconds: parseInteger(query.get('timeoutSeconds')),
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
  }
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ kind: 'ListOptions', group: 'meta.k8s.io' }, '', errors)
}

const isFromAnywhere = ({ resourceVersion }: ListQuery): boolean =>
  resourceVersion === '' || resourceVersion === '0'

/** A watch without a revision is a watch-list, whoever asks. */
function withDefaults(query: ListQuery): ListQuery {
  const plain = query.sendInitialEvents === undefined && query.resourceVersionMatch === ''
  if (!query.watch || !isFromAnywhere(query) || !plain) return query
  return { ...query, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
}

const forbidden = (field: string, why: string): FieldError => ({
  field,
  type: 'Forbidden',
  detail: why,
})

const unsupported = (value: string, supported: string): FieldError => ({
  field: 'resourceVersionMatch',
  type: 'Unsupported value',
  detail: `${JSON.stringify(value)}: supported values: ${supported}`,
})

const MATCH = 'resourceVersionMatch'

function listErrors(query: ListQuery): FieldError[] {
  const errors: FieldError[] = []
  const match = query.resourceVersionMatch
  if (match && query.resourceVersion === '')
    errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden unless resourceVersion is provided'))
  if (match && query.continue)
    errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'))
  if (match && match !== 'Exact' && match !== 'NotOlderThan')
    errors.push(unsupported(match, '"Exact", "NotOlderThan", ""'))
  if (match === 'Exact' && query.resourceVersion === '0')
    errors.push(forbidden(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'))
  if (query.sendInitialEvents !== undefined)
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  return errors
}

function watchErrors(query: ListQuery): FieldError[] {
  const errors: FieldError[] = []
  const match = query.resourceVersionMatch
  if (query.sendInitialEvents !== undefined && match !== 'NotOlderThan')
    errors.push(forbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'))
  if (match && query.sendInitialEvents === undefined)
    errors.push(
      forbidden(MATCH, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
    )
  if (match && match !== 'NotOlderThan') errors.push(unsupported(match, '"NotOlderThan"'))
  if (match && query.continue)
    errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'))
  return errors
}

const unparsable = (value: string): string =>
  `resourceVersion: Invalid value: ${JSON.stringify(value)}: strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`

/** The revision a list asks for; 0 for "" and "0". */
export function listRevision(value: string): number {
  if (value !== '' && !/^[0-9]+$/.test(value))
    throw badRequest(`invalid resource version: ${unparsable(value)}`)
  return Number(value)
}

/** The revision a watch or a get asks for; a bad one is a 500 there, on real servers too. */
export function watchRevision(value: string): number {
  if (value !== '' && !/^[0-9]+$/.test(value)) throw internalError(unparsable(value))
  return Number(value)
}
