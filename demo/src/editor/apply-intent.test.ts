import type { KindSchema } from '@kube-informer/core/openapi'
import { expect, test } from 'vitest'
import { applyIntent } from './apply-intent.ts'

const schema: KindSchema = {
  properties: {
    spec: {
      properties: {
        replicas: { type: 'integer' },
        args: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' },
        containers: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { $ref: '#/definitions/Container' },
        },
      },
    },
  },
  definitions: { Container: { properties: { name: { type: 'string' }, image: { type: 'string' } } } },
}

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' }, uid: '1' },
  spec: {
    replicas: 3,
    args: ['a', 'b'],
    containers: [
      { name: 'app', image: 'app:1', tty: true },
      { name: 'proxy', image: 'proxy:1' },
    ],
  },
}
const identity = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } }

test('only what was changed is applied, with the keys of its list items', () => {
  const after = structuredClone(web)
  after.spec.replicas = 5
  after.spec.containers = [after.spec.containers[0], { name: 'proxy', image: 'proxy:2' }] as never
  expect(applyIntent(web, after, schema)).toEqual({
    object: { ...identity, spec: { replicas: 5, containers: [{ name: 'proxy', image: 'proxy:2' }] } },
    notRemovable: [],
  })
})

test('an unchanged object applies its identity only', () => {
  expect(applyIntent(web, structuredClone(web), schema).object).toEqual(identity)
})

test('fields that this manager has applied before stay in the apply, or are removed by their absence', () => {
  const own = {
    'f:spec': { 'f:replicas': {}, 'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:image': {} } } },
  }
  expect(applyIntent(web, structuredClone(web), schema, own).object).toEqual({
    ...identity,
    spec: { replicas: 3, containers: [{ name: 'app', image: 'app:1' }] },
  })
  const { replicas, ...spec } = web.spec
  const removed = applyIntent(web, { ...web, spec } as typeof web, schema, own)
  expect(removed.object).not.toHaveProperty('spec.replicas')
  expect(removed.notRemovable).toEqual([])
})

test('what others own cannot be removed, and is named', () => {
  const after = structuredClone(web)
  after.spec.containers.pop()
  delete (after.metadata.labels as Partial<typeof after.metadata.labels>).app
  expect(applyIntent(web, after, schema).notRemovable).toEqual([
    '.metadata.labels.app',
    '.spec.containers[{"name":"proxy"}]',
  ])
})

test('an atomic list is applied whole, and so is a list that the schema does not describe', () => {
  const after = structuredClone(web)
  after.spec.args.push('c')
  expect(applyIntent(web, after, schema).object).toEqual({ ...identity, spec: { args: ['a', 'b', 'c'] } })
  expect(applyIntent(web, after, undefined).object).toEqual({ ...identity, spec: { args: ['a', 'b', 'c'] } })
})

test('a member named __proto__ is a member', () => {
  const after = JSON.parse(JSON.stringify(web).replace('"app":"web"', '"app":"web","__proto__":"x"'))
  const { object } = applyIntent(web, after, schema)
  expect(JSON.stringify(object.metadata?.labels)).toBe('{"__proto__":"x"}')
})
