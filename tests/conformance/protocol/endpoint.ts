import type { KubernetesObject } from '@kube-informer/core'
import { type Cluster, widgets } from './target.ts'

/** An object or a Status, as received. */
export interface Body extends KubernetesObject {
  readonly status?: unknown
  readonly message?: string
  readonly reason?: string
  readonly code?: number
  readonly details?: unknown
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: unknown
}

/** A response whose body has been read completely. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed text, or `{}` if it is not JSON. */
  readonly body: Body
  readonly text: string
}

/** Options of a request besides its body. */
export interface Sending {
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** The type of the body; `null` sends none. @default 'application/json' */
  readonly type?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Content types of patches. */
export const PATCH = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

/** Sends a request. A string or bytes are sent unchanged, anything else as JSON. */
export async function send(
  cluster: Cluster,
  method: string,
  path: string,
  body?: unknown,
  { query = {}, type = 'application/json', headers = {} }: Sending = {},
): Promise<Answer> {
  const entries = Object.entries({ pretty: false, ...query }).map(([name, value]) => [name, String(value)])
  const search = new URLSearchParams(entries)
  const response = await cluster.fetch(`${path}?${search}`, {
    method,
    headers: { ...headers, ...(type === null || body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: bytesOf(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text), text }
}

/** Encodes a string as bytes, because fetch sets a content type for a string. */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body
  } catch {
    return {}
  }
}

/** Requests to one collection of a server, without the client. */
export class Endpoint {
  readonly path: string
  readonly #cluster: Cluster

  constructor(cluster: Cluster, path: string) {
    this.#cluster = cluster
    this.path = path
  }

  post(body: unknown, sending?: Sending): Promise<Answer> {
    return send(this.#cluster, 'POST', this.path, body, sending)
  }

  get(name: string, sending?: Sending): Promise<Answer> {
    return send(this.#cluster, 'GET', this.#item(name), undefined, sending)
  }

  put(name: string, body: unknown, sending?: Sending): Promise<Answer> {
    return send(this.#cluster, 'PUT', this.#item(name), body, sending)
  }

  patch(name: string, type: string | null, body: unknown, sending?: Omit<Sending, 'type'>): Promise<Answer> {
    return send(this.#cluster, 'PATCH', this.#item(name), body, { ...sending, type })
  }

  delete(name: string, body?: unknown, sending?: Sending): Promise<Answer> {
    return send(this.#cluster, 'DELETE', this.#item(name), body, sending)
  }

  /** Creates an object as a precondition of a row; throws if the server rejects it. */
  async make(body: unknown, sending?: Sending): Promise<Body> {
    const answer = await this.post(body, sending)
    if (answer.status !== 201) throw new Error(`not created: ${answer.text}`)
    return answer.body
  }

  #item(name: string): string {
    return name === '' ? this.path : `${this.path}/${name}`
  }
}

/** A collection in a namespace of the test, for example `apis/apps/v1` and `deployments`. */
export async function endpointOf(
  cluster: Cluster,
  groupVersion: string,
  plural: string,
  namespace?: string,
): Promise<Endpoint> {
  return new Endpoint(cluster, `/${groupVersion}/namespaces/${await cluster.namespace(namespace)}/${plural}`)
}

/** ConfigMaps in a namespace of the test; they have no required fields. */
export const configMapsOf = (cluster: Cluster, namespace?: string): Promise<Endpoint> =>
  endpointOf(cluster, 'api/v1', 'configmaps', namespace)

/** Pods in a namespace of the test. */
export const podsOf = (cluster: Cluster, namespace?: string): Promise<Endpoint> =>
  endpointOf(cluster, 'api/v1', 'pods', namespace)

/** Widgets in a namespace of the test. */
export const widgetsOf = (cluster: Cluster, namespace?: string): Promise<Endpoint> =>
  endpointOf(cluster, `apis/${widgets.group}/${widgets.version}`, widgets.plural, namespace)

/** The body of a widget. */
export const widget = (name: string, more: object = {}): object => ({
  kind: widgets.kind,
  apiVersion: `${widgets.group}/${widgets.version}`,
  metadata: { name },
  ...more,
})

/** The body of a ConfigMap. */
export const configMap = (name: string, data: Readonly<Record<string, string>> = {}): Body => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name },
  data,
})

/** The Status of a rejection, with the fields that all rejections share. */
export const failure = (code: number, reason: string, message: unknown, details?: unknown): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  ...(details === undefined ? {} : { details }),
  code,
})

/** A 422 for one field; `subject` is the text before `is invalid`. */
export const invalid = (
  subject: string,
  details: object,
  [reason, field, message]: readonly [reason: string, field: string, message: string],
): object =>
  failure(422, 'Invalid', `${subject} is invalid: ${field}: ${message}`, {
    ...details,
    causes: [{ reason: `FieldValue${reason}`, message, field }],
  })

/** The resourceVersion in a response. */
export const versionOf = ({ body }: Answer): string => body.metadata?.resourceVersion ?? ''
