import { StatusError } from '@kube-informer/core'
import { type FieldError, invalid } from '../../api/invalid.ts'
import { requestedRevision } from '../../api/revision.ts'
import { badRequest } from '../../api/status-errors.ts'

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

/** Server features that affect how a query is parsed. */
export interface QueryFeatures {
  /** Whether watches may send initial events. @default true, as since Kubernetes 1.34 */
  readonly watchList?: boolean | undefined
}

/** A parameter is false only if it is absent, "0" or "false": `?watch` and `?watch=` are true. */
const isTrue = (value: string | null): boolean =>
  value !== null && value !== '0' && value.toLowerCase() !== 'false'

function parseInteger(value: string | null): number | undefined {
  if (value === null) return undefined
  if (!/^[+-]?[0-9]+$/.test(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
  // The length is limited because the parsing time of a BigInt grows faster than its length.
  if (value.length > 100 || BigInt.asIntN(64, BigInt(value)) !== BigInt(value))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: value out of range`)
  return Number(value)
}

/** Whether the query requests a watch. Applies only to paths without a name. */
export const asksForWatch = (query: URLSearchParams): boolean => isTrue(query.get('watch'))

/** Parses a query and sets the server's defaults. Throws a StatusError for an invalid query. */
export function parseListQuery(query: URLSearchParams, features: QueryFeatures = {}): ListQuery {
  const complete = withDefaults(parse(query), features)
  refuse(complete.watch ? watchErrors(complete, features) : listErrors(complete))
  return complete
}

/** Parses the query of a legacy watch path, which is validated like a list and gets no watch defaults. */
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

/** A watch without a resourceVersion is a watch-list. */
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

/** Throws a 400 if a list's resourceVersion is not a number; for a watch and a get the error is a 500. */
export function checkListRevision(value: string): void {
  try {
    requestedRevision(value, '0')
  } catch (error) {
    throw error instanceof StatusError ? badRequest(`invalid resource version: ${error.message}`) : error
  }
}
