import type { KubernetesObject } from '@kube-informer/core'
import { FakeClock, type Pod, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import { hostRig, type TestPage } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'

function rig(definitions: ReturnType<typeof defineInformers>) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  return { clock, server, ...hostRig({ clock, server, definitions }) }
}

describe('a transform', () => {
  const transforming = (transform: (pod: Pod) => Pod) =>
    rig(defineInformers({ pods: { resource: pods, transform } }))
  const sent = (page: TestPage): KubernetesObject[] =>
    page.posted.flatMap(message =>
      message.type === 'batch'
        ? message.updates.flatMap(({ rows = [] }) => rows.map(({ body }) => JSON.parse(String(body))))
        : [],
    )

  it('applies to the objects of lists and of watches', async () => {
    const { clock, server, open } = transforming(({ status: _, ...rest }) => ({
      ...rest,
      metadata: { ...rest.metadata, annotations: { changed: 'yes' } },
    }))
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(1_000)
    server.create(pod('default/new', { note: 'secret' }))
    await clock.advance(1_000)
    server.delete(pod('default/a'))
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({ total: 6, status: { data: 'complete', link: 'live' } })
    expect(sent(page)).toHaveLength(7)
    for (const object of sent(page)) {
      expect(object.metadata?.annotations).toEqual({ changed: 'yes' })
      expect(object).not.toHaveProperty('status')
    }
  })

  it('that throws drops only that object, and reports the error', async () => {
    const { clock, server, open } = transforming(each => {
      if (each.metadata.annotations?.note === 'bad' || each.metadata.name === 'c') throw new Error('cannot')
      return each
    })
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({
      total: 5,
      status: {
        data: 'complete',
        link: 'live',
        error: { message: expect.stringMatching(/default\/c is not shown.*cannot/) },
      },
    })
    server.update(pod('default/a', { note: 'bad' }))
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({
      total: 4,
      status: { error: { message: expect.stringContaining('and 1 more are not shown') } },
    })
    server.update(pod('default/a', { note: 'good' }))
    server.delete(pod('default/c'))
    await clock.advance(1_000)
    expect(page.shows(1)?.total).toBe(5)
    expect(page.shows(1)?.status?.error).toBeUndefined()
  })

  it('must not change the name of an object', async () => {
    const { clock, open } = transforming(each => ({ ...each, metadata: { ...each.metadata, name: 'x' } }))
    const page = open()
    page.subscribe(1, { resource: 'pods' })
    await clock.advance(1_000)
    expect(page.shows(1)).toMatchObject({
      total: 0,
      status: { error: { message: expect.stringMatching(/6|5 more.*must not change the name/) } },
    })
  })
})
