import { FakeClock, pods } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { defineInformers, type InformerDefinitions } from '../../api/definition.ts'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer, pod } from '../../test/informers.ts'

function rig(definitions?: InformerDefinitions) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  return { clock, server, ...hostRig({ clock, server, ...(definitions && { definitions }) }) }
}

describe('the filter of a slice', () => {
  it('rejects a label selector if the definition cuts the labels', async () => {
    const { clock, open } = rig(defineInformers({ pods: { resource: pods, pick: ['spec'] } }))
    const page = open()
    page.subscribe(1, { resource: 'pods', slice: { filter: { labelSelector: '!app' } } })
    await clock.advance(1_000)
    expect(page.shows(1)?.status?.error?.message).toContain('cuts metadata.labels')
  })

  it.each([
    [{ labelSelector: 'app in (web), !old' }, ['b']],
    [{ labelSelector: ' ' }, ['a', 'b', 'c', 'd', 'dns', 'proxy']],
    [{ fieldSelector: 'metadata.namespace=kube-system,metadata.name!=dns' }, ['proxy']],
    [{ fieldSelector: 'spec.nodeName=n2,status.phase!=Running' }, ['dns']],
    [{ fieldSelector: 'spec.no.such.field=' }, ['a', 'b', 'c', 'd', 'dns', 'proxy']],
    [{ fieldSelector: 'metadata.name!=dns', text: 'kube', predicate: 'running' }, ['proxy']],
  ])('%j accepts %j', async (filter, names) => {
    const { clock, server, open } = rig()
    server.update({
      ...pod('default/a'),
      metadata: { namespace: 'default', name: 'a', labels: { app: 'web', old: '' } },
    })
    server.update({
      ...pod('default/b'),
      metadata: { namespace: 'default', name: 'b', labels: { app: 'web' } },
    })
    const page = open()
    page.subscribe(1, { resource: 'pods', slice: { filter } })
    await clock.advance(1_000)
    expect(page.shows(1)?.rows.map(row => /\/(.*)@/.exec(row)?.[1])).toEqual(names)
  })

  it.each([{ labelSelector: 'app in (' }, { fieldSelector: 'metadata.name' }])(
    '%j is an error of the slice',
    async filter => {
      const { clock, server, open } = rig()
      const page = open()
      page.subscribe(1, { resource: 'pods', slice: { filter } })
      await clock.advance(1_000)
      expect(page.shows(1)?.status).toMatchObject({ link: 'stopped', error: { message: expect.any(String) } })
      await clock.advance(30_000)
      expect(server.openWatches).toBe(0)
    },
  )
})
