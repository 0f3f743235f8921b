import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createWebhookServer } from '@kube-informer/controller/node'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { beforeAll, describe, expect, test } from 'vitest'
import { tool } from '../../../tools/packages/packages.ts'
import { createCertificates } from '../../../tools/test/certificates.ts'
import { type Answer, ask, askHandler, breakOff, outcomeOf } from './answer.ts'
import { CORPUS } from './corpus.ts'
import { handleWidgets } from './widgets-webhook.ts'

/** A server of the webhook module. */
interface Host {
  readonly origin: string
  /** PEM of the authority of its certificate. */
  readonly ca?: string
  close(): Promise<void>
}

async function openNode(): Promise<Host> {
  const { authority, server: identity } = await createCertificates()
  const server = createWebhookServer({ ...identity, handler: handleWidgets, host: '127.0.0.1', port: 0 })
  const stop = new AbortController()
  const running = server.run(stop.signal)
  await server.waitForSync(stop.signal)
  const close = () => {
    stop.abort()
    return running
  }
  return { origin: server.url ?? '', ca: authority, close }
}

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

async function openDeno(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-deno-'))
  const file = join(folder, 'deno.mjs')
  await writeFile(file, await bundle('deno'))
  const flags = ['--no-config', '--no-lock', '--allow-net=127.0.0.1']
  const deno = spawn(tool('deno'), ['run', ...flags, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = await once(createInterface(deno.stdout), 'line')
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const exited = once(deno, 'exit')
      deno.stdin.end()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openWorkerd(): Promise<Host> {
  const worker = new Miniflare({
    modules: true,
    script: await bundle('workerd', ['workerd']),
    compatibilityDate: '2026-07-01',
  })
  const { origin } = await worker.ready
  return { origin, close: () => worker.dispose() }
}

const HOSTS = { Node: openNode, Deno: openDeno, workerd: openWorkerd }

describe('the same webhook module in Node, Deno and workerd', () => {
  const hosts = new Map<string, Host>()

  beforeAll(async () => {
    await Promise.all(Object.entries(HOSTS).map(async ([name, open]) => hosts.set(name, await open())))
    return async () => {
      await Promise.all([...hosts.values()].map(host => host.close()))
    }
  }, 60_000)

  test.each(CORPUS)('$title', async each => {
    const expected = await askHandler(handleWidgets, each)
    expect.soft(outcomeOf(expected)).toBe(each.outcome)
    for (const [name, { origin, ca }] of hosts)
      expect.soft(printed(await ask(origin, each, ca)), name).toEqual(printed(expected))
  })

  test.each(Object.keys(HOSTS))('%s goes on after a client that breaks off', async name => {
    const { origin, ca } = hosts.get(name) ?? expect.fail(name)
    const each = CORPUS.find(({ title }) => title === 'an empty spec') ?? expect.fail('no such case')
    await breakOff(origin, each, ca)
    expect(outcomeOf(await ask(origin, each, ca))).toBe(each.outcome)
  })
})

/** Each byte becomes a character: the difference of two buffers of megabytes would take long to print. */
const printed = ({ body, ...head }: Answer) => ({ ...head, body: body.toString('latin1') })
