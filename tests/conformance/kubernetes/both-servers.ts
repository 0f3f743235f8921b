import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import { openCluster, trust } from '../../../tools/kubernetes/cluster.ts'
import type { Cluster } from '../../../tools/kubernetes/start.ts'

/** A parsed response. */
export interface Answer {
  readonly code: number
  readonly body: unknown
}

/** One request to a server. */
export interface Asked {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE'
  /** The content type. @default application/json */
  readonly type?: string
  readonly body?: unknown
}

/** The real or the fake server. */
export interface Target {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly send: (request: Request) => Promise<Response>
}

/** Both servers to compare. */
export interface BothServers {
  readonly cluster: Cluster
  readonly real: Target
  readonly fake: Target
}

/** Opens a real cluster and creates a fake apiserver. */
export async function openBothServers(): Promise<BothServers> {
  const cluster = await openCluster(() => {})
  if ('skip' in cluster) throw new Error(cluster.skip)
  trust(cluster)
  const headers = { authorization: `Bearer ${cluster.token}` }
  const real = { baseUrl: cluster.url, headers, send: (request: Request) => fetch(request) }
  const server: FakeApiserver = createFakeApiserver()
  const fake = { baseUrl: 'http://fake', headers: {}, send: (request: Request) => server.fetch(request) }
  return { cluster, real, fake }
}

/** Sends a request and parses the response: an object, the events of a watch, or a text. */
export async function ask(target: Target, path: string, asked: Asked = {}): Promise<Answer> {
  const response = await target.send(requestOf(target, path, asked))
  const content = await response.text()
  return { code: response.status, body: content.startsWith('{') ? parsed(content) : content }
}

function parsed(content: string): unknown {
  const [first, ...others] = content
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  return others.length === 0 ? first : [first, ...others]
}

function requestOf({ baseUrl, headers }: Target, path: string, { method, type, body }: Asked): Request {
  const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const contentType = body === undefined ? {} : { 'content-type': type ?? 'application/json' }
  return new Request(baseUrl + path, {
    method: method ?? 'GET',
    headers: { ...headers, ...contentType },
    ...content,
  })
}

/** Fields that differ between two servers: generated values and times. */
const OWN = new Set(['uid', 'resourceVersion', 'creationTimestamp', 'clusterIP', 'clusterIPs', 'time'])

/** A response without what differs between two servers. */
export function comparable(value: unknown, name = ''): unknown {
  if (name === 'managedFields' && Array.isArray(value)) return value.map(entryOf).toSorted()
  if (name === 'causes' && Array.isArray(value)) return value.map(cause => JSON.stringify(cause)).toSorted()
  if (Array.isArray(value)) return value.map(item => comparable(item))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [
    key,
    OWN.has(key) ? '*' : comparable(member, key),
  ])
  return Object.fromEntries(members)
}

/** An entry of managedFields as text. Its members are sorted, because their order differs for custom resources. */
function entryOf(entry: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(entry).map(([key, value]) => [key, OWN.has(key) ? '*' : value] as const)
  return JSON.stringify(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
