import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createKubeClient, createListWatch, SharedIndexInformer } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEMO } from '../server/folders.ts'
import { buildServer } from './build.ts'

const TIMEOUT_MS = 60_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-edge-'))
  await buildServer('deno', folder)
  await buildServer('worker', folder)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'index.html'), '<title>dashboard</title>')
}, TIMEOUT_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function startDeno(): Promise<string> {
  const flags = ['--no-config', '--no-lock', '--allow-net=127.0.0.1', '--allow-read=assets']
  const args = ['run', ...flags, 'deno.js', '0']
  const child = spawn(join(DEMO, '../node_modules/.bin/deno'), args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [url] = await once(createInterface(child.stdout), 'line')
  return url
}

const dashboard = () => new Response('<title>dashboard</title>', { headers: { 'content-type': 'text/html' } })

async function startWorkerd(): Promise<string> {
  const worker = new Miniflare({
    modules: true,
    script: await readFile(join(folder, 'worker.js'), 'utf8'),
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['enable_request_signal'],
    durableObjects: { EDGE: { className: 'EdgeObject', useSQLite: true } },
    serviceBindings: { ASSETS: dashboard },
  })
  onTestFinished(() => worker.dispose())
  return (await worker.ready).origin
}

describe.each([
  ['Deno', startDeno],
  ['workerd', startWorkerd],
] as const)('the demo in %s', { timeout: TIMEOUT_MS }, (_name, start) => {
  test('serves the dashboard and a relay, which other sites cannot use', async () => {
    const url = await start()
    const redirect = await fetch(`${url}/`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${url}/c/k8s`])
    for (const path of ['/?server=/k8s', '/c/k8s/core/v1/pods/default/a.b'])
      expect(await (await fetch(url + path)).text()).toContain('dashboard')
    expect(await (await fetch(`${url}/clusters.json`)).json()).toMatchObject([{ id: 'k8s' }])
    const evil = await fetch(`${url}/k8s/api/v1/pods`, { headers: { origin: 'https://evil.example' } })
    expect(evil.status).toBe(403)

    const client = createKubeClient({ baseUrl: `${url}/k8s` })
    const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
    let updates = 0
    informer.addEventHandler({ onUpdate: () => void updates++ })
    const stopping = new AbortController()
    const running = informer.run(stopping.signal)
    await informer.synced(stopping.signal)
    expect(informer.indexer.list().length).toBeGreaterThan(900)
    await expect.poll(() => updates, { timeout: TIMEOUT_MS }).toBeGreaterThan(5)
    stopping.abort()
    await running
  })
})
