import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createFakeApiserver, generatePods, type Pod } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { renderToPipeableStream } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderPods, streamPods } from '../test/render-pods.ts'

/** Requests a page of an apiserver for the user of a token. */
type Open = (path: '/' | '/stream', server: string, token: string) => Promise<ReadableStream<Uint8Array>>

/** A runtime that serves the pages. */
interface Runtime {
  readonly open: Open
  readonly stop?: () => Promise<void>
}

const node: Runtime = {
  open: (path, server, token) => (path === '/' ? renderPods : streamPods)(server, token),
}

const nodeStreams: Runtime = {
  open: (_, server, token) =>
    streamPods(server, token, async page => {
      const { pipe } = renderToPipeableStream(page, { onError: () => {} })
      return Readable.toWeb(pipe(new PassThrough())) as ReadableStream<Uint8Array>
    }),
}

async function startWorkerd(): Promise<Runtime> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../test/workerd.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    conditions: ['@kube-informer/source', 'workerd'],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = outputFiles[0]?.text ?? ''
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
  const open: Open = async (path, server, token) => {
    const url = `http://worker${path}?server=${encodeURIComponent(server)}`
    const { body } = await worker.dispatchFetch(url, { headers: { 'x-token': token } })
    if (!body) throw new Error('the page has no body')
    return body as unknown as ReadableStream<Uint8Array>
  }
  return { open, stop: () => worker.dispose() }
}

const textOf = (body: ReadableStream<Uint8Array>): Promise<string> => new Response(body).text()

/** The text that a reader has received once it contains a part. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, part: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(part)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended without ${part}: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  return text
}

describe.each<[string, () => Promise<Runtime>, readonly string[]]>([
  ['Node', async () => node, ['/', '/stream']],
  ['Node, as a Node stream', async () => nodeStreams, ['/stream']],
  ['workerd', startWorkerd, ['/', '/stream']],
])('in %s', (_runtime, start, paths) => {
  const objects: readonly Pod[] = [...generatePods({ count: 200, seed: 1 })]
  let url = ''
  /** Holds back the answers of the server until it resolves. */
  let held: Promise<void> = Promise.resolve()

  const namesIn = (text = ''): readonly string[] => text.split(' ').toSorted()
  const names = objects.map(({ metadata }) => metadata.name).toSorted()
  const shownIn = (html: string): readonly Pod[] =>
    objects.filter(({ metadata }) => html.includes(metadata.name))

  let open: Open

  beforeAll(async () => {
    const runtime = await start()
    open = runtime.open
    return runtime.stop
  })

  beforeEach(async () => {
    held = Promise.resolve()
    const server = createFakeApiserver({ objects, auth: { token: token => token === 'alice' } })
    const fetch: typeof server.fetch = async (...request) => {
      await held
      return server.fetch(...request)
    }
    const serving = await serve({ ...server, fetch })
    url = serving.url
    return () => serving.close()
  })

  test.runIf(paths.includes('/'))(
    'a stream has the rows of each user, marked as cached, and the state',
    async () => {
      const render = async (token: string) => textOf(await open('/', url, token))
      const [alice, mallory] = await Promise.all([render('alice'), render('mallory')])
      const [, shown] = /<p title="cached">([^<]*)<\/p>/.exec(alice) ?? []
      expect(namesIn(shown)).toEqual(names)
      expect(alice).toContain('<b>200</b>')
      const [, state = ''] = /<script type="application\/json">(.*)<\/script>$/.exec(alice) ?? []
      expect(JSON.parse(state)).toMatchObject({ slices: [{ total: 200, isWhole: true }] })
      expect(mallory).toContain('<p title="none"></p>')
      expect(mallory).toContain('waiting')
      expect(shownIn(mallory)).toEqual([])
    },
  )

  test('the shell is sent before the server answers, and the rows of a hook that suspends follow', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    const reader = (await open('/stream', url, 'alice')).getReader()
    const shell = await readUntil(reader, 'waiting')
    expect(shell).toContain('<h1>Pods</h1>')
    expect(shownIn(shell)).toEqual([])
    resolve()
    const rest = await readUntil(reader, '</p>')
    const [, shown] = /<p>([^<]*)<\/p>/.exec(rest) ?? []
    expect(namesIn(shown)).toEqual(names)
    while (!(await reader.read()).done);
  })

  test('two streams at the same time have the rows of their own users', async () => {
    const render = async (token: string) => textOf(await open('/stream', url, token))
    const [alice, mallory] = await Promise.all([render('alice'), render('mallory')])
    expect(shownIn(alice)).toEqual(objects)
    expect([mallory.includes('waiting'), shownIn(mallory)]).toEqual([true, []])
  })
})
