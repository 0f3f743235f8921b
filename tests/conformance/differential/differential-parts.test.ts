import { describe, expect, test } from 'vitest'
import { type Answer, type Server, serverOf } from './answer.ts'
import { SUBJECTS } from './corpus/subjects.ts'
import { signatureOf } from './finding.ts'
import { generateSequence, SEQUENCE_LENGTH } from './generate/sequence.ts'
import type { Json } from './json.ts'
import { normalize } from './normalize.ts'
import { runDifferential } from './run.ts'
import { Session } from './session.ts'
import { shrink } from './shrink.ts'
import type { Step } from './step.ts'

/** A server that stores objects by name and assigns consecutive resourceVersions. */
function toyServer(
  name: string,
  refine: (object: Record<string, Json>) => Record<string, Json> = x => x,
): Server {
  const objects = new Map<string, Json>()
  let version = 100
  return serverOf(name, async (path, { method, body }) => {
    const sent = body
      ? (JSON.parse(new TextDecoder().decode(body as Uint8Array)) as Record<string, Json>)
      : {}
    const metadata = sent.metadata as Record<string, Json> | undefined
    const key = `${path.split('?')[0]}/${metadata?.name}`
    if (method !== 'POST')
      return Response.json(objects.get(path) ?? { kind: 'Status', code: 404 }, { status: 200 })
    const uid = crypto.randomUUID()
    const object = refine({ ...sent, metadata: { ...metadata, uid, resourceVersion: String(++version) } })
    objects.set(key, object)
    return Response.json(object, { status: 201 })
  })
}

const collection = '/api/v1/namespaces/{{ns}}/configmaps'
const headers = { 'content-type': 'application/json' }
const createStep = (name: string, data: Json): Step => ({
  what: 'create configmaps',
  method: 'POST',
  path: collection,
  headers,
  body: { json: { metadata: { name, labels: { a: 'b' } }, data } },
  changes: `${collection}/${name}`,
  depth: 'full',
})

describe('sequences', () => {
  test('are reproducible for a seed, and differ between seeds', () => {
    expect(generateSequence(1, 0)).toEqual(generateSequence(1, 0))
    expect(generateSequence(1, 0)).not.toEqual(generateSequence(2, 0))
    expect(generateSequence(1, 0)).not.toEqual(generateSequence(1, 1))
    expect(generateSequence(1, 0).steps).toHaveLength(SEQUENCE_LENGTH)
  })

  test('cover every kind and every kind of request', () => {
    const steps = Array.from({ length: 400 }, (_, index) => generateSequence(1, index).steps).flat()
    const tried = new Set(steps.map(({ what }) => what))
    for (const { subjects } of SUBJECTS) {
      for (const { plural } of subjects) expect(tried).toContain(`apply ${plural}`)
    }
    expect(tried.size).toBeGreaterThan(300)
  })
})

describe('answers', () => {
  const session = async () => {
    const opened = new Session(toyServer('toy'), 'n1')
    await opened.open()
    await opened.send(createStep('a', {}))
    return opened
  }
  const NOW = Date.parse('2026-01-01T12:00:00Z')

  test('are compared without resourceVersions, uids, times and generated values', async () => {
    const status = {
      kind: 'Status',
      message: 'uid 11111111-2222-4333-8444-555555555555 at resource version 4711 in n1',
    }
    expect(normalize(status, await session(), 'full', NOW)).toEqual({
      kind: 'Status',
      message: 'uid <uid> at resource version <revision> in {{ns}}',
    })
    const object = {
      at: '2026-01-01T11:59:59Z',
      old: '2020-01-01T00:00:00Z',
      ip: '10.0.0.7',
      nodePort: 31_000,
    }
    expect(normalize(object, await session(), 'full', NOW)).toEqual({
      at: '<now>',
      old: '2020-01-01T00:00:00Z',
      ip: '<address>',
      nodePort: '<port>',
    })
  })

  test('of kinds without defaults are compared by their metadata', async () => {
    const managedFields = [{ manager: 'm', time: '2026-01-01T11:59:59Z', fieldsV1: { 'f:spec': {} } }]
    const object = { kind: 'Role', metadata: { name: 'a', managedFields }, rules: [] }
    expect(normalize(object, await session(), 'metadata', NOW)).toMatchObject({
      kind: 'Role',
      metadata: { name: 'a', managedFields: [{ manager: 'm' }] },
    })
    expect(normalize(object, await session(), 'metadata', NOW)).not.toHaveProperty('rules')
  })

  test('provide the resourceVersions for later requests', async () => {
    const opened = await session()
    const path = `${collection}/a`
    const filled = opened.fill({
      what: '',
      method: 'GET',
      path,
      query: [['rv', `<<rv ${path}>>`]],
      depth: 'full',
    })
    expect(filled.path).toBe('/api/v1/namespaces/n1/configmaps/a?rv=102')
  })

  test('that fail are compared too', async () => {
    const broken = serverOf('broken', () => Promise.reject(new TypeError('no route')))
    const answer: Answer = await broken.send({ method: 'GET', path: '/', headers: {}, body: undefined })
    expect(answer).toMatchObject({ status: 0, body: 'TypeError' })
  })
})

describe('a difference', () => {
  const forgetful = () => toyServer('fake', ({ data, ...rest }) => ({ ...rest, data: dropped(data ?? null) }))
  const dropped = (data: Json): Json =>
    JSON.parse(JSON.stringify(data, (name, value: unknown) => (name === 'lost' ? undefined : value))) as Json

  test('is shrunk to the steps and members that reproduce it', async () => {
    const servers = { real: toyServer('real'), fake: forgetful() }
    const steps = [
      createStep('a', {}),
      createStep('b', { kept: '1' }),
      createStep('c', { kept: '1', lost: '2' }),
    ]
    const difference = {
      what: 'create configmaps',
      method: 'POST',
      path: collection,
      depth: 'full' as const,
      rejection: undefined,
      statuses: [201, 201] as const,
      place: 'body.data.lost',
      real: '2',
      fake: undefined,
    }
    const sequence = { seed: 1, index: 0, steps, watches: [], leavings: [] }
    const { steps: few = [] } = await shrink(
      { sequence, place: 2, steps, differences: [difference] },
      servers,
    )
    expect(few.map(({ body }) => body)).toEqual([{ json: { metadata: { name: 'c' }, data: { lost: '2' } } }])
  })

  test('has the same signature for every index in a list', () => {
    const difference = {
      what: 'list pods',
      depth: 'full' as const,
      rejection: undefined,
      method: 'GET',
      path: '/',
      statuses: [200, 200] as const,
      real: 1,
      fake: 2,
    }
    const at = (place: string) => signatureOf({ differences: [{ ...difference, place }] })
    expect(at('body.items[3].spec')).toBe(at('body.items[7].spec'))
    expect(at('body.items[3].spec')).not.toBe(at('body.items[3].status'))
  })
})

test('a comparison of a server with itself finds no difference', async () => {
  const servers = { real: toyServer('real'), fake: toyServer('fake') }
  const outcome = await runDifferential({ ...servers, seed: 1, requests: 200, keep: true })
  expect([...outcome.findings.keys()]).toEqual([])
  expect(outcome.requests).toBeGreaterThanOrEqual(200)
})
