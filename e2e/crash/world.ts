import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeApiserver, type FakeApiserver, generatePods, seededRandom } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import type { Engine } from '../../tools/engines/engine.ts'
import { buildSite } from '../hosts/build-site.ts'
import { Link } from '../hosts/link.ts'
import { serveSite } from '../hosts/site.ts'
import { History } from './history.ts'
import { Writer } from './writer.ts'

const PODS = 300

/** The state that all rounds share and that outlasts the browser. */
export interface World {
  readonly engine: Engine
  readonly server: FakeApiserver
  readonly link: Link
  readonly history: History
  readonly writer: Writer
  /** The browser's profile folder. */
  readonly profile: string
  readonly site: string
  close(): Promise<void>
}

export async function openWorld(seed: number, engine: Engine = 'chromium'): Promise<World> {
  await buildSite()
  const objects = generatePods({ count: PODS, seed })
  const server = createFakeApiserver({ objects, random: seededRandom(seed) })
  const [serving, site] = [await serve(server), await serveSite()]
  const link = await Link.to(serving.url)
  const history = new History(server)
  const writer = new Writer(server, history, seededRandom(seed + 1))
  const profile = await mkdtemp(join(tmpdir(), 'kube-informer-crash-'))
  const close = async (): Promise<void> => {
    writer.stop()
    await link.cut()
    await Promise.all([serving.close(), site.close()])
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { engine, server, link, history, writer, profile, site: site.url, close }
}
