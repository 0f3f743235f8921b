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
    [{ labelSelector: { app: 'web' } }, ['a', 'b']],
    [
      {
        labelSelector: {
          matchExpressions: [{ key: 'old', operator: 'DoesNotExist' as const }],
          matchLabels: { app: 'web' },
        },
      },
      ['b'],
    ],
    [{ labelSelector: ' ' }, ['a', 'b', 'c', 'd', 'dns', 'proxy']],
    [{ fieldSelector: 'metadata.namespace=kube-system,metadata.name!=dns' }, ['proxy']],
    [{ fieldSelector: 'spec.nodeName=n2,status.phase!=Running' }, ['dns']],
    [{ fieldSelector: { 'spec.nodeName': 'n2', 'status.phase': { not: 'Running' } } }, ['dns']],
    [{ fieldSelector: 'spec.no.such.field=' }, ['a', 'b', 'c', 'd', 'dns', 'proxy']],
    [{ fieldSelector: 'metadata.name!=dns', text: 'kube', predicate: 'running' }, ['proxy']],
    [{ where: { path: 'spec.nodeName', eq: 'n2' } }, ['dns', 'proxy']],
    [{ where: { path: 'spec.containers[*].image', prefix: 'ap' }, text: 'dns' }, ['dns']],
    [{ text: 'N2 pend', textIn: ['spec.nodeName', 'status.phase'] }, ['dns']],
    [{ text: 'proxy', textIn: ['spec.nodeName'] }, []],
    [
      {
        text: 'web',
        textIn: ["metadata.labels['app']"],
        where: { path: 'metadata.labels.old', exists: true },
      },
      ['a'],
    ],
    [
      { predicate: { name: 'onNode', args: { node: 'n2' } }, where: { path: 'status.phase', eq: 'Running' } },
      ['proxy'],
    ],
    [{ text: '', textIn: ['metadata.name'] }, ['a', 'b', 'c', 'd', 'dns', 'proxy']],
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

  it.each<[object, string]>([
    [{ labelSelector: 'app in (' }, ''],
    [{ fieldSelector: 'metadata.name' }, ''],
    [{ where: { and: [{ path: 'a[' }] } }, 'filter.where.and[0].path: '],
    [{ textIn: 'metadata.name' }, 'filter.textIn: an array of paths is expected'],
    [{ textIn: ['a', 'b..c'] }, 'filter.textIn[1]: a name is expected at character 3'],
    [{ predicate: 7 }, 'filter.predicate: '],
    [{ predicate: { name: 7 } }, 'filter.predicate.name: '],
    [{ predicate: { name: 'nope', args: 1 } }, 'there is no predicate "nope"'],
    [
      { predicate: { name: 'onNode', args: { node: [new Map()] } } },
      'filter.predicate.args.node[0]: plain data',
    ],
  ])('%j is an error of the slice', async (filter, message) => {
    const { clock, server, open } = rig()
    const page = open()
    page.subscribe(1, { resource: 'pods', slice: { filter } })
    await clock.advance(1_000)
    expect(page.shows(1)?.status).toMatchObject({
      link: 'stopped',
      error: { message: expect.stringContaining(message) },
    })
    await clock.advance(30_000)
    expect(server.openWatches).toBe(0)
  })
})
