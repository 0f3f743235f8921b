import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import type { HostedRelay, HostUnderTest, RelayPart } from './host-under-test.ts'
import type { RelaySettings } from './relay-settings.ts'

const LEAVES = 2
/** The names of objects of the cluster "": a node and its resource, of which leaves have none. */
const ROOT = ' root v1/pods'
const LEAF_OBJECTS = Array.from({ length: LEAVES }, (_, at) => ` leaf-${at} `)
const OBJECTS: Readonly<Record<RelayPart, readonly string[]>> = {
  root: [ROOT],
  leaf: LEAF_OBJECTS.slice(0, 1),
  everything: [ROOT, ...LEAF_OBJECTS],
}

/** A relay of Durable Objects in workerd: a root and two leaves. */
export async function durableObjectsHost(): Promise<HostUnderTest> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'hosts', 'worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    conditions: ['@kube-informer/source', 'workerd'],
  })
  const script = outputFiles[0]?.text ?? ''
  return {
    isTree: true,
    start: settings => RelayInObjects.start(script, settings),
    close: async () => {},
  }
}

class RelayInObjects implements HostedRelay {
  readonly url: string
  readonly #worker: Miniflare

  private constructor(worker: Miniflare, url: string) {
    this.#worker = worker
    this.url = url
  }

  static async start(script: string, settings: RelaySettings): Promise<RelayInObjects> {
    const worker = new Miniflare({
      name: 'worker',
      modules: true,
      script,
      compatibilityDate: '2026-07-01',
      compatibilityFlags: ['enable_request_signal'],
      durableObjects: { RELAY: { className: 'Relay', useSQLite: true } },
      bindings: { SETTINGS: JSON.parse(JSON.stringify(settings)), LEAVES },
      handleRuntimeStdio: printErrors,
    })
    return new RelayInObjects(worker, (await worker.ready).origin)
  }

  async crash(part: RelayPart): Promise<void> {
    // The answer to each is the error of the object that has ended.
    await Promise.all(OBJECTS[part].map(object => this.#command('abort', object)))
  }

  async stop(): Promise<void> {
    const { ok } = await this.#command('stop')
    if (!ok) throw new Error('the relay could not be stopped')
  }

  async gone(): Promise<void> {
    for (const object of OBJECTS.everything) {
      await this.#evict(object)
      const alarm = await (await this.#command('alarm', object)).json()
      if (alarm !== null) throw new Error(`the object ${object} has an alarm at ${alarm}`)
    }
  }

  /** Rejects if the object has a request, a timer or a socket. Whatever it still has to send waits meanwhile. */
  async #evict(name: string): Promise<void> {
    try {
      // workerd forgets a hibernatable socket when its connection ends, seconds after it was closed.
      await this.#worker.unsafeEvictDurableObject('worker', 'Relay', { name, webSockets: 'hibernate' })
    } catch (cause) {
      // It has left by itself.
      if (/not currently running/.test(String(cause))) return
      throw new Error(`the object ${name} is still in use`, { cause })
    }
  }

  dispose(): Promise<void> {
    return this.#worker.dispose()
  }

  #command(name: string, object = ''): Promise<Response> {
    return fetch(`${this.url}/test/${name}?object=${encodeURIComponent(object)}`)
  }
}

/** Prints what workerd reports, without the objects that the tests abort. */
function printErrors(_: Readable, errors: Readable): void {
  let isExpected = false
  createInterface(errors).on('line', line => {
    if (!line.startsWith('stack:')) isExpected = line.includes('aborted by a test')
    if (!isExpected) console.error(line)
  })
}
