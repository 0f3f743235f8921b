import type { FakeApiserver, LoggedRequest } from '@kube-informer/testing'
import type { Link } from './link.ts'

const isOf =
  (resource: string) =>
  (request: LoggedRequest): boolean =>
    request.resource === resource

/**
 * Whether the server was asked for a whole state: by a list, or by a watch that begins with one. A list of one item only asks
 * for the newest version.
 */
const isWhole = ({ kind, query }: LoggedRequest): boolean =>
  kind === 'list' ? query.continue === undefined && query.limit !== '1' : query.sendInitialEvents === 'true'

/** How often the whole state of a resource was asked for: further pages of a list do not count. */
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
  /** From where a watch is to go on. */
  readonly resourceVersion: string
}

/** What the server would have been asked while the link was held; questions for the newest version left out. */
export const heldRequests = ({ heldRequests }: Link): readonly HeldRequest[] =>
  heldRequests
    .map(line => new URL(line.slice(line.indexOf(' ') + 1), 'http://apiserver'))
    .flatMap(readRequest)

function readRequest({ pathname, searchParams }: URL): readonly HeldRequest[] {
  const isWatch = ['true', '1'].includes(searchParams.get('watch') ?? '')
  if (!isWatch && searchParams.get('limit') === '1') return []
  const resource = pathname.split('/').at(-1) ?? ''
  const isWhole = !isWatch || searchParams.get('sendInitialEvents') === 'true'
  return [{ resource, isWhole, resourceVersion: searchParams.get('resourceVersion') ?? '' }]
}
