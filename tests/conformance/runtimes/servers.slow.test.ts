import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createKubeClient, createListWatch, SharedIndexInformer } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { build as bundle } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { tool } from '../../../tools/packages/packages.ts'
import { awaitedLater } from '../protocol/awaited-later.ts'

const TIMEOUT_MS = 20_000
const NAMES = ['deno', 'bun', 'workerd']
const PODS = '/api/v1/namespaces/default/pods'

let compiled: string
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'kube-informer-servers-'))
  await bundle({
    entryPoints: NAMES.map(name => join(import.meta.dirname, 'servers', `${name}.ts`)),
    outdir: compiled,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@kube-informer/source'],
    target: 'es2023',
  })
}, TIMEOUT_MS)
afterAll(() => rm(compiled, { recursive: true, force: true }))

/** Runs a script that prints its port; resolves with its URL. */
async function start(command: string, args: readonly string[]): Promise<string> {
  const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill())
  const [port] = await once(createInterface(server.stdout), 'line')
  return `http://127.0.0.1:${port}`
}

async function startWorkerd(): Promise<string> {
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(join(compiled, 'workerd.js'), 'utf8'),
    compatibilityDate: '2026-07-01',
    durableObjects: { APISERVER: 'Apiserver' },
  })
  onTestFinished(() => worker.dispose())
  return (await worker.ready).origin
}

const script = (name: string) => join(compiled, `${name}.js`)
const RUNTIMES = [
  [
    'Deno',
    () => start(tool('deno'), ['run', '--no-config', '--no-lock', '--allow-net=127.0.0.1', script('deno')]),
  ],
  ['Bun', () => start(tool('bun'), ['run', script('bun')])],
  ['workerd', startWorkerd],
] as const

const create = async (url: string, name: string) => {
  const spec = { containers: [{ name: 'a', image: 'a' }] }
  const response = await fetch(url + PODS, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec }),
  })
  expect([response.status, response.ok || (await response.text())]).toEqual([201, true])
}

const openWatches = async (url: string) =>
  ((await (await fetch(`${url}/_fake/status`)).json()) as { openWatches: number }).openWatches

for (const [runtime, startServer] of RUNTIMES) {
  test(
    `W13: ${runtime} serves the fake apiserver: lists, writes, and watches over HTTP and WebSocket`,
    async () => {
      const url = await startServer()
      await create(url, 'a')
      const list = (await (await fetch(url + PODS)).json()) as { metadata: { resourceVersion: string } }
      const query = `?watch=1&resourceVersion=${list.metadata.resourceVersion}`

      // Bun sends headers with the first event; miniflare buffers compressed responses.
      const headers = { 'Accept-Encoding': 'identity' }
      const watching = awaitedLater(fetch(url + PODS + query, { headers }))
      const socket = new WebSocket(url.replace('http', 'ws') + PODS + query, ['any.name'], {
        headers: { origin: 'https://dashboard.example' },
      })
      onTestFinished(() => socket.terminate())
      await once(socket, 'open')
      expect(socket.protocol).toBe('any.name')
      await expect.poll(() => openWatches(url), { timeout: TIMEOUT_MS }).toBe(2)

      const [[text]] = await Promise.all([once(socket, 'message'), create(url, 'b')])
      expect(String(text)).toMatch(/^\{"type":"ADDED".*"name":"b".*\}\n$/)
      const lines = (await watching).body?.pipeThrough(new TextDecoderStream()).getReader()
      onTestFinished(() => lines?.cancel().catch(() => {}))
      expect((await lines?.read())?.value).toBe(String(text))

      const dropped = fetch(`${url}/_fake/drop-watches`, { method: 'POST' })
      const [[code]] = await Promise.all([once(socket, 'close'), dropped])
      expect(code).toBe(1000)
      expect((await lines?.read())?.done).toBe(true)
    },
    TIMEOUT_MS,
  )

  test(
    `${runtime} rejects pages of other sites, with \`guarding\``,
    async () => {
      const url = await startServer()
      const headers = { origin: 'https://evil.example' }
      for (const method of ['GET', 'POST', 'OPTIONS'])
        expect((await fetch(`${url}/_fake/status`, { method, headers })).status).toBe(403)
      const socket = new WebSocket(`${url.replace('http', 'ws')}${PODS}?watch=1`, { headers })
      const [error] = await once(socket, 'error')
      expect(String(error)).toContain('403')
      expect(await openWatches(url)).toBe(0)
    },
    TIMEOUT_MS,
  )

  test(
    `W13: ${runtime} rejects a WebSocket without an Origin`,
    async () => {
      const url = await startServer()
      const socket = new WebSocket(`${url.replace('http', 'ws')}${PODS}?watch=1`)
      const [error] = await once(socket, 'error')
      expect(String(error)).toContain('403')
    },
    TIMEOUT_MS,
  )

  test(
    `an informer syncs with the server in ${runtime}`,
    async () => {
      // Miniflare compresses forwarded responses, and buffers compressed ones.
      const headers = { 'accept-encoding': 'identity' }
      const client = createKubeClient({ baseUrl: await startServer(), headers })
      const at = { namespace: 'default', name: 'b' }
      const podOf = (name: string) => ({
        metadata: { ...at, name },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      })
      await client.create(pods, podOf('a'))
      const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
      const received: string[] = []
      informer.addEventHandler({
        onAdd: ({ metadata }) => void received.push(`add ${metadata.name}`),
        onUpdate: (_old, { metadata }) => void received.push(`update ${metadata.name}`),
        onDelete: object =>
          void received.push(`delete ${'metadata' in object ? object.metadata.name : object.key}`),
      })
      const stopping = new AbortController()
      const running = informer.run(stopping.signal)
      await informer.synced(stopping.signal)
      await client.create(pods, podOf('b'))
      await client.patch(pods, at, { metadata: { labels: { changed: 'yes' } } })
      await client.delete(pods, at, { gracePeriodSeconds: 0 })
      await expect.poll(() => received.at(-1), { timeout: 5_000 }).toBe('delete b')
      expect(received.slice(0, 3)).toEqual(['add a', 'add b', 'update b'])
      expect(informer.indexer.listKeys()).toEqual(['default/a'])
      stopping.abort()
      await running
    },
    TIMEOUT_MS,
  )
}
