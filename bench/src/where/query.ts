import type { Fetch } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import { type Connection, defineInformers, type Slice, type SliceFilter } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import type { Sample, Setup } from '../bench-case.ts'
import { LIST_VERSION } from '../pods/wire.ts'
import { medianLap } from './median-lap.ts'
import { cachedPods } from './texts.ts'

const informers = defineInformers({ pods: { resource: pods } })
const SEARCHED = ['status.phase', 'spec.nodeName', 'metadata.name']
const valuesOf = (pod: Pod) => [pod.status?.phase ?? '', pod.spec?.nodeName ?? '', pod.metadata.name]
const ready = (pod: Pod) => pod.status?.conditions?.find(({ type }) => type === 'Ready')?.status

/** The filter of a pass, and whether it accepts a Pod. A filter differs from the previous one, with the same result. */
const QUERIES: Readonly<Record<string, readonly [(pass: number) => SliceFilter, (pod: Pod) => boolean]>> = {
  last: [
    pass => ({
      where: {
        and: [
          { path: 'status.phase', in: ['Pending', `${pass}`] },
          { path: 'spec.nodeName', exists: true },
          { path: "metadata.labels['app']", exists: true },
        ],
      },
    }),
    pod => pod.status?.phase === 'Pending' && pod.spec?.nodeName !== undefined,
  ],
  first: [
    pass => ({
      where: {
        and: [
          { path: 'status.phase', in: ['Running', `${pass}`] },
          { path: 'spec.nodeName', prefix: 'ip-10-20-1' },
          { path: 'metadata.namespace', eq: 'default' },
        ],
      },
    }),
    pod =>
      pod.metadata.namespace === 'default' &&
      pod.status?.phase === 'Running' &&
      pod.spec?.nodeName?.startsWith('ip-10-20-1') === true,
  ],
  condition: [
    pass => ({ where: { path: 'status.conditions[?(@.type=="Ready")].status', in: ['False', `${pass}`] } }),
    pod => ready(pod) === 'False',
  ],
  text: [
    pass => ({ text: `${'running'.slice(0, 3 + (pass % 5))} ip-10-20-1 ap`, textIn: SEARCHED }),
    pod =>
      ['runn', 'ip-10-20-1', 'ap'].every(word =>
        valuesOf(pod).some(value => value.toLowerCase().includes(word)),
      ),
  ],
  pattern: [
    pass => ({ where: { path: 'metadata.name', matches: `^(a|w).*[a-f]$|^${pass}$` } }),
    pod => /^(a|w).*[a-f]$/.test(pod.metadata.name),
  ],
}

/** Measures queries over a cache that was listed before. */
export async function run(setup: Setup): Promise<Sample> {
  const [filterOf, accepts] = QUERIES[String(setup.where)] ?? []
  if (!filterOf || !accepts) throw new Error(`no query ${setup.where}`)
  let expected = 0
  for (const pod of cachedPods(setup)) if (accepts(pod)) expected++
  const connection: Connection = connectInline(informers, {
    baseUrl: 'http://memory',
    fetch: memoryFetch(setup),
  })
  const total = (slice: Slice) =>
    new Promise<number>(resolve => {
      const leave = connection.subscribe({ resource: 'pods', slice }, state => {
        if (state.status.error) throw state.status.error
        if (state.status.data === 'complete') resolve(state.total)
      })
      leaving.push(leave)
    })
  const leaving: (() => void)[] = []
  // Stays subscribed, so that the informer keeps its rows.
  await total({ window: { offset: 0, limit: 0 } })
  const sample = await medianLap(Number(setup.passes), async pass => {
    const found = await total({ filter: filterOf(pass), window: { offset: 0, limit: 50 } })
    if (found !== expected) throw new Error(`${found} Pods instead of ${expected}`)
    leaving.pop()?.()
  })
  connection.close()
  return sample
}

/** A list that is encoded while it is read, and a watch that stays silent. */
function memoryFetch(setup: Setup): Fetch {
  const headers = { 'content-type': 'application/json' }
  return async (input, { signal } = {}) => {
    const { pathname, searchParams } = new URL(input)
    // Without a version rows stay in JSON.
    if (pathname === '/version') return new Response(null, { status: 404 })
    const isWatch = searchParams.has('watch')
    const body = isWatch ? silence(signal ?? undefined) : streamOf(listParts(setup))
    return new Response(body, { headers })
  }
}

const silence = (signal: AbortSignal | undefined): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: controller => signal?.addEventListener('abort', () => controller.error(signal.reason)),
  })

const streamOf = (parts: Iterator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    pull(controller) {
      const { value, done } = parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })

function* listParts(setup: Setup): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  yield encoder.encode(
    `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"${LIST_VERSION}"},"items":[`,
  )
  let separator = ''
  for (const pod of cachedPods(setup)) {
    yield encoder.encode(separator + JSON.stringify(pod))
    separator = ','
  }
  yield encoder.encode(']}')
}
