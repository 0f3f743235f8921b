import { badRequest } from '../../api/status-errors.ts'
import { type ListQuery, parseLegacyWatchQuery } from './list-query.ts'

/** The scope of a read within a resource. */
interface ReadScope {
  /** "" for all namespaces, and for a cluster-scoped resource. */
  readonly namespace: string
  /** "" for the collection. */
  readonly name: string
}

/** A parsed read request. */
export interface ReadCall extends ReadScope {
  readonly query: URLSearchParams
  /** The Accept header. */
  readonly accept: string | null
  readonly signal: AbortSignal
  /** Whether the path is a legacy one under `watch`, which watches regardless of the query. */
  readonly isLegacyWatch?: boolean | undefined
}

/** The query of a path under `watch`: its name becomes a field selector and must not contradict an existing one. */
export function legacyWatchQuery({ name, query: parameters }: ReadCall): ListQuery {
  const query = parseLegacyWatchQuery(parameters)
  if (name === '') return query
  const named = /(?:^|,)metadata\.name==?([^,]*)/.exec(query.fieldSelector)?.[1]
  if (named !== undefined && named !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name")
  const terms = [query.fieldSelector, `metadata.name=${name}`].filter(Boolean)
  return { ...query, fieldSelector: terms.join(',') }
}
