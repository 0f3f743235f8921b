import { StatusError } from '../../api/errors.ts'
import { type FieldError, invalid } from '../invalid.ts'
import { requestedRevision } from '../revision.ts'
import { badRequest } from '../status-errors.ts'

/** The query of a list or a watch, parsed as a Kubernetes server does (meta/v1 ListOptions). */
export interface ListQuery {
  readonly watch: boolean
  readonly limit: number
  readonly continue: string
  readonly resourceVersion: string
  readonly resourceVersionMatch: string
  readonly sendInitialEvents: boolean | undefined
  readonly allowWatchBookmarks: boolean
  readonly timeoutSeconds: number | undefined
  readonly labelSelector: string
  readonly fieldSelector: string
}

/** What of a server's features changes how a query is read. */
export interface QueryFeatures {
  /** Watches may begin with the state. @default true, as from Kubernetes 1.34 on */
  readonly watchList?: boolean | undefined
}

/** Only absence, "0" and "false" are false: `?watch` and `?watch=` are true. */
const isTrue = (value: string | null): boolean =>
  value !== null && value !== '0' && value.toLowerCase() !== 'false'

function parseInteger(value: string | null): number | undefined {
  if (value === null) return undefined
  if (!/^[+-]?[0-9]+$/.test(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
  // Longer numbers are not needed, and parsing time grows faster than their length.
  if (value.length > 100 || BigInt.asIntN(64, BigInt(value)) !== BigInt(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: value out of range`)
  return Number(value)
}

/** Whether the query asks for a watch; on a path without a name only. */
export const asksForWatch = (query: URLSearchParams): boolean => isTrue(query.get('watch'))

/** Parses, sets the defaults that a server sets, and throws what it refuses. */
export function parseListQuery(query: URLSearchParams, features: QueryFeatures = {}): ListQuery {
  const complete = withDefaults(parse(query), features)
  refuse(complete.watch ? watchErrors(complete, features) : listErrors(complete))
  return complete
}

/** The same for a legacy watch path, which always watches, by the rules of a list and without a watch's defaults. */
export function parseLegacyWatchQuery(query: URLSearchParams): ListQuery {
  const parsed = parse(query)
  refuse(listErrors(parsed))
  return { ...parsed, watch: true }
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

/** A watch without a revision is a watch-list. */
function withDefaults(query: ListQuery, { watchList = true }: QueryFeatures): ListQuery {
  const plain = query.sendInitialEvents === undefined && query.resourceVersionMatch === ''
  if (!watchList || !query.watch || !isFromAnywhere(query) || !plain) return query
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

function watchErrors(query: ListQuery, { watchList = true }: QueryFeatures): FieldError[] {
  const errors: FieldError[] = []
  const match = query.resourceVersionMatch
  const isSet = query.sendInitialEvents !== undefined
  if (isSet && match !== 'NotOlderThan')
    errors.push(forbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'))
  if (isSet && !watchList)
    errors.push(
      forbidden(
        'sendInitialEvents',
        'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ),
    )
  if (match && !isSet)
    errors.push(
      forbidden(MATCH, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
    )
  if (match && match !== 'NotOlderThan') errors.push(unsupported(match, '"NotOlderThan"'))
  if (match && query.continue)
    errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'))
  return errors
}

/** Throws the 400 that a list answers to a revision that is no number; a watch and a get answer with a 500. */
export function checkListRevision(value: string): void {
  try {
    requestedRevision(value, '0')
  } catch (error) {
    throw error instanceof StatusError ? badRequest(`invalid resource version: ${error.message}`) : error
  }
}
