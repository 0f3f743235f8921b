import { FAKE } from '../connect/cluster-info.ts'

/** Where the Pods of the page are listed, and the path of their table. */
export interface PodsSource {
  readonly list: string
  readonly path: string
}

const TABLE = `/c/${FAKE.id}/core/v1/pods`

/** The parameters that neither choose other rows nor another cluster or user. */
const SAME_ROWS = new Set(['panel', 'identity', 'host'])

/** The number of rows that a large screen shows. */
const ROWS = 50

/**
 * Where the first rows of a page come from; undefined for a page that is not the plain table of all Pods, or whose cluster
 * is not known without a request.
 */
export function podsSource({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): PodsSource | undefined {
  const isTable = ['/', `/c/${FAKE.id}`, TABLE].includes(pathname)
  const isPlain = [...new URLSearchParams(search).keys()].every(name => SAME_ROWS.has(name))
  return isTable && isPlain
    ? { list: `${FAKE.baseUrl}/api/v1/pods?limit=${ROWS}&pretty=false`, path: TABLE }
    : undefined
}
