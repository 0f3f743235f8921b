import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'
import type { PageMessage } from '../../wire/protocol.ts'

/** Each level has the next one twice: 2^depth as text. */
function shared(depth: number): unknown {
  let object: unknown = { leaf: true }
  for (let level = 0; level < depth; level++) object = [object, object]
  return object
}

function cyclic(): unknown {
  const object: Record<string, unknown> = { below: shared(10) }
  object.self = object
  return object
}

/** The time in which a host takes 20,000 messages of one page, each of them a task before the rows of another page. */
async function flood(object: unknown): Promise<number> {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  const { open } = hostRig({ clock, server })
  const calm = open({ identity: 'alice' })
  calm.subscribe(1, { resource: 'pods' })
  const page = open({ identity: 'alice' })
  await clock.advance(1_000)
  const started = performance.now()
  for (let id = 1; id <= 20_000; id++) {
    const at = { namespace: 'default', name: 'a' }
    page.post({ type: 'clientCall', id, resource: 'pods', verb: 'replace', at, object } as PageMessage)
  }
  const elapsed = performance.now() - started
  server.create(pod('default/after'))
  await clock.advance(1_000)
  expect([calm.closed, calm.shows(1)?.total]).toEqual([false, 7])
  page.post({ type: 'goodbye' })
  return elapsed
}

/** The shortest of some runs: other programs also use the machine. */
async function shortest(object: unknown): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 5; run++) times.push(await flood(object))
  return Math.min(...times)
}

test.each([
  ['contain themselves', cyclic()],
  ['share their members on thirty levels', shared(30)],
])('20,000 messages that %s delay the rows of another page by at most 100 ms', async (_, object) => {
  expect(await shortest(object)).toBeLessThan(100)
})
