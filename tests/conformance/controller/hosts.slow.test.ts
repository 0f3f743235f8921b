import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { configMaps, events } from '@kube-informer/core/resources'
import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { tool } from '../../../tools/packages/packages.ts'
import { EXPIRES_AT } from './hosts/expire-config-maps.ts'

const TIMEOUT_MS = 60_000

let server: FakeApiserver
let serving: Serving

const names = () => server.list(configMaps).map(({ metadata }) => metadata?.name)

/** A ConfigMap that expires in this time. */
const expiring = (name: string, inMs: number) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    namespace: 'default',
    name,
    annotations: { [EXPIRES_AT]: new Date(Date.now() + inMs).toISOString() },
  },
})

beforeEach(async () => {
  const unmarked = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name: 'd' } }
  server = createFakeApiserver({
    objects: [expiring('a', -60_000), expiring('b', 10_000), expiring('c', 3_600_000), unmarked],
  })
  serving = await serve(server)
  return () => serving.close()
})

async function bundle(script: string, conditions: readonly string[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'hosts', `${script}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    conditions: ['@kube-informer/source', ...conditions],
  })
  return outputFiles[0]?.text ?? ''
}

/** A pass leaves no watch open. */
const expectNothingOpen = () => expect.poll(() => server.openWatches).toBe(0)

test('a function in Deno reconciles in a pass for each request, and leaves nothing open', {
  timeout: TIMEOUT_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'controller-deno-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'deno.mjs')
  await writeFile(file, await bundle('deno'))
  const flags = ['--no-config', '--no-lock', '--allow-net=127.0.0.1']
  const deno = spawn(tool('deno'), ['run', ...flags, file, serving.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void deno.kill('SIGKILL'))
  const [port] = await once(createInterface(deno.stdout), 'line')
  const call = async () => (await fetch(`http://127.0.0.1:${port}`)).json()

  expect(await call()).toEqual({ isIdle: true, nextDueAt: expect.any(Number) })
  expect(names()).not.toContain('a')
  expect(server.list(events)).toMatchObject([{ reason: 'Expired', involvedObject: { name: 'a' } }])
  await expectNothingOpen()
  server.create(expiring('e', -1000))
  await expect.poll(async () => (await call()) && names(), { timeout: TIMEOUT_MS }).toEqual(['c', 'd'])
  await expectNothingOpen()

  // A timer or connection that stays open would keep the process.
  const exited = once(deno, 'exit')
  deno.stdin.end()
  expect(await exited).toEqual([0, null])
})

test('a Durable Object reconciles in its alarm, sleeps until the next request is due, and can leave memory', {
  timeout: TIMEOUT_MS,
}, async () => {
  const worker = new Miniflare({
    name: 'worker',
    modules: true,
    script: await bundle('worker', ['workerd']),
    compatibilityDate: '2026-07-01',
    durableObjects: { EXPIRER: { className: 'Expirer', useSQLite: true } },
    bindings: { SERVER: serving.url },
  })
  onTestFinished(() => worker.dispose())
  const { origin } = await worker.ready
  const call = async (path: string) => (await (await fetch(origin + path)).json()) as { alarm: number | null }
  const alarm = async () => (await call('/')).alarm ?? 0

  await call('/start')
  await expect.poll(names).toEqual(['b', 'c', 'd'])
  // workerd does this once the object has neither a request nor a timer.
  const evict = () => worker.unsafeEvictDurableObject('worker', 'Expirer', { name: 'cluster' })
  await expect.poll(alarm).toBeGreaterThan(Date.now())
  await expectNothingOpen()
  await evict()

  // The alarm that the pass has set wakes a new object.
  await expect.poll(names, { timeout: TIMEOUT_MS }).toEqual(['c', 'd'])
  await expect.poll(() => server.list(events).length).toBe(2)
  await expect.poll(alarm).toBeGreaterThan(Date.now() + 30_000)
  await expectNothingOpen()
  await evict()
})
