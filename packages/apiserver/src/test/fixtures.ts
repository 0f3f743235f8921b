import type { KubernetesObject, List, Status } from '@kube-informer/core'
import type { FakeClock } from '@kube-informer/testing'
import type { Pod } from '../object/resources.ts'
import type { FakeApiserver } from '../server/fake-apiserver.ts'

interface Frame {
  readonly type: string
  readonly object: KubernetesObject & Status
}

export const pod = (name: string, more: Partial<Pod> & { labels?: Record<string, string> } = {}): Pod => {
  const [namespace = 'default', base = name] = name.includes('/') ? name.split('/') : ['default', name]
  const { labels, ...rest } = more
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: base, namespace, ...(labels ? { labels } : {}) },
    ...rest,
  }
}

/** The smallest spec that the server accepts in a create. */
export const POD_SPEC: NonNullable<Pod['spec']> = { containers: [{ name: 'main', image: 'example/app:1' }] }

export const getJson = async <T>(server: FakeApiserver, path: string): Promise<T> =>
  (await (await server.fetch(path)).json()) as T

export const list = (server: FakeApiserver, query = ''): Promise<List<Pod>> =>
  getJson(server, `/api/v1/pods${query}`)

export const keysOf = (page: List<Pod>): string[] =>
  page.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)

export const send = (
  server: FakeApiserver,
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
): Promise<Response> =>
  server.fetch(path, {
    method,
    headers: { 'Content-Type': type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** A parsed response: status code, body and warnings. */
export interface Answer {
  readonly code: number
  // Tests access arbitrary members.
  readonly body: KubernetesObject & Status & { readonly [field: string]: unknown }
  readonly warnings: string
}

/** Sends a request and parses its response. A string body is sent unchanged. */
export async function ask(
  server: Pick<FakeApiserver, 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
): Promise<Answer> {
  const response = await server.fetch(path, {
    method,
    headers: { 'Content-Type': type, 'User-Agent': 'tester/1.0' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const warnings = response.headers.get('Warning') ?? ''
  return { code: response.status, body: (await response.json()) as Answer['body'], warnings }
}

/** A watch that is read in the background; `frames` has the events so far. */
export interface Reading {
  readonly frames: Frame[]
  /** `ADDED default/a` for each frame. */
  readonly texts: string[]
  ended: boolean
  error: unknown
  readonly response: Response
  readonly controller: AbortController
  /** The incomplete last line. */
  rest: string
}

export async function watch(server: Pick<FakeApiserver, 'fetch'>, query: string): Promise<Reading> {
  const controller = new AbortController()
  const response = await server.fetch(`http://fake/api/v1/pods?watch=1${query}`, {
    signal: controller.signal,
  })
  const reading: Reading = {
    frames: [],
    texts: [],
    ended: false,
    error: undefined,
    response,
    controller,
    rest: '',
  }
  void consume(response, reading)
  return reading
}

async function consume(response: Response, reading: Reading): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      const lines = (reading.rest + decoder.decode(chunk, { stream: true })).split('\n')
      reading.rest = lines.pop() ?? ''
      for (const line of lines) record(reading, JSON.parse(line) as Frame)
    }
  } catch (error) {
    reading.error = error
  }
  reading.ended = true
}

function record(reading: Reading, frame: Frame): void {
  const { namespace, name } = frame.object.metadata as { namespace?: string; name?: string }
  reading.frames.push(frame)
  reading.texts.push(
    frame.type === 'BOOKMARK' || frame.type === 'ERROR' ? frame.type : `${frame.type} ${namespace}/${name}`,
  )
}

/** A watch, after what the server sends at once. */
export async function openWatch(server: FakeApiserver, clock: FakeClock, query = ''): Promise<Reading> {
  const reading = await watch(server, query)
  await clock.settle()
  return reading
}

/** The code of a watch, or of the Status that it starts with. */
export async function watchCode(
  server: FakeApiserver,
  clock: FakeClock,
  query: string,
): Promise<number | undefined> {
  const { response, frames, controller } = await openWatch(server, clock, query)
  const [first] = frames
  controller.abort()
  return first?.type === 'ERROR' ? first.object.code : response.status
}
