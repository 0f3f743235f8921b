import type { Fetch } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { type Authorize, FakeClock, type LoggedRequest } from '@kube-informer/testing'
import { hostRig, TestPage } from './host-rig.ts'
import { BASE_URL, createTestServer } from './informers.ts'
import { memoryDisk } from './memory-disk.ts'

/** The namespaces whose Pods each user may list and watch; '' for all. Alice may delete, too. The token is the name. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  alice: [''],
  bob: ['default'],
  carol: ['default', 'kube-system'],
}

/** A response that the server has sent, and that has not arrived. */
interface Held {
  readonly token: string
  release(): void
}

export interface UsersOptions {
  /** The user whose token the page gives first. */
  readonly first: string
  /** The option `namespaces` of the page. @default absent: users may list Namespaces */
  readonly given?: readonly string[]
}

/** A host, its disk, and a server that knows several users by their tokens. */
export async function usersRig({ first, given }: UsersOptions) {
  const clock = new FakeClock()
  const disk = memoryDisk()
  const sent: string[] = []
  const held: Held[] = []
  let holds: ((url: string) => boolean) | undefined
  const authorize: Authorize = ({ user, verb, resource, namespace }) => {
    const readable = READABLE[user] ?? []
    if (verb === 'delete') return user === 'alice'
    if (verb !== 'list' && verb !== 'watch') return true
    if (resource === 'namespaces') return given === undefined
    return resource !== 'pods' || readable.includes('') || readable.includes(namespace)
  }
  const server = createTestServer({ clock, authorize, auth: { token: token => token in READABLE } })
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? ''
    headers.set('Impersonate-User', token)
    sent.push(token)
    const response = await server.fetch(url, { ...init, headers })
    if (!holds?.(url)) return response
    const arrival = withResolvers<void>()
    init?.signal?.addEventListener('abort', () => arrival.reject(init.signal?.reason))
    held.push({ token, release: arrival.resolve })
    await arrival.promise
    return response
  }
  // The first write to the fake apiserver takes real time.
  const url = `${BASE_URL}/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`
  const body = JSON.stringify({ spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } })
  await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer alice', 'content-type': 'application/json' },
    body,
  })
  sent.length = 0
  const { greet } = hostRig({ clock, server, disk, fetch })
  const page = new TestPage(() => given ?? [])
  page.answer = { token: first }
  greet(page, { identity: 'user', hasNamespaces: given !== undefined })
  return {
    clock,
    server,
    page,
    /** The token of each request. */
    sent,
    held,
    /** The responses of these URLs do not arrive until they are released. */
    hold(matches: (url: string) => boolean) {
      holds = matches
    },
    /** The server rejects the token of the next read of Deployments, and the page gives one of another user. */
    changeTo(token: string) {
      page.answer = { token }
      const match = { resource: 'deployments' }
      server.faults.add({ match, times: 1, action: { type: 'status', code: 401 } })
      page.subscribe(100, { resource: 'deployments' })
    },
    /** The keys of the rows on screen. */
    shown: (id: number): readonly (string | undefined)[] | undefined =>
      page.shows(id)?.rows.map(row => row.split('@')[0]),
    /** The keys of the Pods on disk. */
    kept: () =>
      Object.entries(disk.kept({ server: BASE_URL, identity: 'user' }))
        .filter(([collection]) => collection.includes('pods'))
        .flatMap(([, keys]) => keys),
    /** The reads of Pods, without those that only count or confirm. */
    reads: (kind: LoggedRequest['kind']): readonly string[] =>
      server.requests
        .filter(each => each.kind === kind && each.resource === 'pods' && each.query.limit !== '1')
        .map(({ path }) => path),
  }
}
