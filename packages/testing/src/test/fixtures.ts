import type { FakeApiserver, Pod } from '@kube-informer/apiserver'
import type { KubernetesObject, Status } from '@kube-informer/core'

interface Frame {
  readonly type: string
  readonly object: KubernetesObject & Status
}

/** The smallest spec that the server accepts in a create. */
export const POD_SPEC: NonNullable<Pod['spec']> = { containers: [{ name: 'main', image: 'example/app:1' }] }

/** A Pod in the namespace `default`. */
export const pod = (name: string, more: Partial<Pod> = {}): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default' },
  ...more,
})

/** An open watch and what it has received. */
export interface Reading {
  readonly frames: Frame[]
  /** `ADDED default/a` for each frame; the type alone for bookmarks and errors. */
  readonly texts: string[]
  ended: boolean
  error: unknown
  readonly response: Response
  readonly controller: AbortController
}

/** Opens a watch of Pods and reads it in the background. */
export async function watch(server: Pick<FakeApiserver, 'fetch'>, query: string): Promise<Reading> {
  const controller = new AbortController()
  const response = await server.fetch(`http://fake/api/v1/pods?watch=1${query}`, {
    signal: controller.signal,
  })
  const reading: Reading = { frames: [], texts: [], ended: false, error: undefined, response, controller }
  void consume(response, reading)
  return reading
}

/** By its reader: WebKit cannot iterate a stream. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value
}

async function consume(response: Response, reading: Reading): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of chunksOf(response)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
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
