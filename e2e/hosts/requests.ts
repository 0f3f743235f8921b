import type { FakeApiserver, LoggedRequest } from '@kube-informer/testing'
import type { Link } from './link.ts'

const isOf =
  (resource: string) =>
  (request: LoggedRequest): boolean =>
    request.resource === resource

/**
 * Whether a request is for an initial list: a list, or a watch that streams one. A list of one item only reads
 * the newest resourceVersion.
 */
const isWhole = ({ kind, query }: LoggedRequest): boolean =>
  kind === 'list' ? query.continue === undefined && query.limit !== '1' : query.sendInitialEvents === 'true'

/** The number of requests for an initial list of a resource, without continued pages. */
export const wholeStates = ({ requests }: FakeApiserver, resource = 'pods'): number =>
  requests.filter(isOf(resource)).filter(isWhole).length

/** The requests that opened a watch of a resource. */
export const watchesOf = ({ requests }: FakeApiserver, resource = 'pods'): readonly LoggedRequest[] =>
  requests.filter(isOf(resource)).filter(({ kind }) => kind === 'watch')

/** A request that is held before the server receives it. */
export interface HeldRequest {
  readonly resource: string
  /** Whether it asks for an initial list. */
  readonly isWhole: boolean
  /** The resourceVersion at which a watch resumes. */
  readonly resourceVersion: string
}

/** The requests for rows that the link holds, without those that only read the newest resourceVersion. */
export const heldRequests = ({ heldRequests }: Link): readonly HeldRequest[] =>
  heldRequests
    .map(line => new URL(line.slice(line.indexOf(' ') + 1), 'http://apiserver'))
    .flatMap(readRequest)

function readRequest({ pathname, searchParams }: URL): readonly HeldRequest[] {
  const isWatch = ['true', '1'].includes(searchParams.get('watch') ?? '')
  if (pathname === '/version' || (!isWatch && searchParams.get('limit') === '1')) return []
  const resource = pathname.split('/').at(-1) ?? ''
  const isWhole = !isWatch || searchParams.get('sendInitialEvents') === 'true'
  return [{ resource, isWhole, resourceVersion: searchParams.get('resourceVersion') ?? '' }]
}
