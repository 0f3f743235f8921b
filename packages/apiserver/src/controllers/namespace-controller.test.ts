import { configMaps, namespaces, secrets } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'

const NAMESPACE = '/api/v1/namespaces/team'

function setUp(finalizers: readonly string[] = []) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, controllers: { namespaces: true } })
  server.create({
    ...{ kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'team', finalizers } },
    ...{ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
  })
  return { clock, server }
}

const create = (server: FakeApiserver, kind: string, namespace: string, finalizers: readonly string[] = []) =>
  server.create({ kind, apiVersion: 'v1', metadata: { name: 'a', namespace, finalizers } })

const remaining = (server: FakeApiserver) => [
  ...server.keys(configMaps),
  ...server.keys(secrets),
  ...server.keys(namespaces).filter(name => name.startsWith('team')),
]

test('a namespace that is deleted loses its contents, and then goes; others stay', async () => {
  const { clock, server } = setUp()
  for (const kind of ['ConfigMap', 'Secret'])
    for (const namespace of ['team', 'team-a', 'tea']) create(server, kind, namespace)
  server.create({ kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'team-a' } })
  await clock.advance(100)
  expect(remaining(server)).toHaveLength(8)
  await ask(server, 'DELETE', NAMESPACE)
  await clock.advance(100)
  expect(remaining(server)).toEqual(['tea/a', 'team-a/a', 'tea/a', 'team-a/a', 'team-a'])
})

test('a finalizer of its contents keeps the namespace, until it is removed', async () => {
  const { clock, server } = setUp()
  create(server, 'ConfigMap', 'team', ['e.com/x'])
  create(server, 'Secret', 'team')
  await ask(server, 'DELETE', NAMESPACE)
  await clock.advance(100)
  expect(remaining(server)).toEqual(['team/a', 'team'])
  expect(server.get(namespaces, 'team')).toMatchObject({ spec: { finalizers: ['kubernetes'] } })
  const path = `${NAMESPACE}/configmaps/a`
  await ask(server, 'PATCH', path, { metadata: { finalizers: null } }, 'application/merge-patch+json')
  await clock.advance(100)
  expect(remaining(server)).toEqual([])
})

test('its own finalizers keep it without the one of Kubernetes, which is removed once', async () => {
  const { clock, server } = setUp(['e.com/own'])
  await ask(server, 'DELETE', NAMESPACE)
  await clock.advance(100)
  const { metadata, ...rest } = server.get(namespaces, 'team') ?? {}
  expect(rest).toMatchObject({ spec: {} })
  expect(rest).not.toMatchObject({ spec: { finalizers: ['kubernetes'] } })
  expect(metadata?.finalizers).toEqual(['e.com/own'])
  const { rv } = server
  create(server, 'ConfigMap', 'team')
  await ask(server, 'DELETE', `${NAMESPACE}/configmaps/a`)
  await clock.advance(100)
  expect([server.get(namespaces, 'team')?.metadata?.resourceVersion, Number(server.rv)]).toEqual([
    metadata?.resourceVersion,
    Number(rv) + 2,
  ])
})
