import { badRequest } from '../status-errors.ts'
import { type ListQuery, parseLegacyWatchQuery } from './list-query.ts'

/** What of a resource a request is about. */
interface ReadScope {
  /** "" for all namespaces, and for a cluster-scoped resource. */
  readonly namespace: string
  /** "" for the collection. */
  readonly name: string
}

/** A request for something to be read. */
export interface ReadCall extends ReadScope {
  readonly query: URLSearchParams
  /** The header of the request. */
  readonly accept: string | null
  readonly signal: AbortSignal
  /** The path is one of those under `watch`, which watch without being asked. */
  readonly isLegacyWatch?: boolean | undefined
}

/** The query of a path under `watch`: its name becomes a field selector, and must not contradict one that is there. */
export function legacyWatchQuery({ name, query: parameters }: ReadCall): ListQuery {
  const query = parseLegacyWatchQuery(parameters)
  if (name === '') return query
  const named = /(?:^|,)metadata\.name==?([^,]*)/.exec(query.fieldSelector)?.[1]
  if (named !== undefined && named !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name")
  const terms = [query.fieldSelector, `metadata.name=${name}`].filter(Boolean)
  return { ...query, fieldSelector: terms.join(',') }
}
