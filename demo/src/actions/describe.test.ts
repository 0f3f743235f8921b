import type { KubernetesObject } from '@kube-informer/core'
import { cronJobs, deployments, namespaces, nodes, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { Kind } from '../kinds/kind.ts'
import { remove } from './delete.ts'
import { actionsFor } from './registry.ts'
import { scale } from './scale.ts'

const deployment = (name: string, replicas: number): KubernetesObject =>
  ({ metadata: { namespace: 'shop', name }, spec: { replicas } }) as KubernetesObject
const pod = (namespace: string, name: string): KubernetesObject => ({ metadata: { namespace, name } })
const background = { propagation: 'Background', grace: '', force: false }

/** A kind that only discovery knows. */
const widgets: Kind = {
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
  subresources: ['scale'],
}

const idsOf = (kind: Kind): readonly string[] => actionsFor(kind).map(({ id }) => id)
const EVERYWHERE = ['label', 'annotate', 'copy-yaml', 'copy-command', 'delete']

test.each([
  [deployments, ['scale', 'restart', 'rollback', 'pause-rollout', 'resume-rollout']],
  [pods, []],
  [nodes, ['cordon', 'uncordon', 'drain']],
  [cronJobs, ['trigger', 'suspend', 'resume']],
  [widgets, ['scale']],
])('the actions of $kind', (kind, special) => {
  expect(idsOf(kind)).toEqual([...special, ...EVERYWHERE])
})

test('a kind whose verbs exclude deletion has no such action', () => {
  expect(idsOf({ ...pods, verbs: ['get', 'list'] })).toEqual(['copy-yaml', 'copy-command'])
})

test.each([
  [[deployment('web', 3)], 'Scales Deployment shop/web from 3 to 5 replicas.'],
  [
    [deployment('web', 3), deployment('api', 1)],
    'Scales 2 Deployments: shop/web, shop/api from 1–3 to 5 replicas each.',
  ],
  [[pod('shop', 'web')], 'Scales Deployment shop/web to 5 replicas.'],
])('a scale says which objects get how many replicas', (objects, text) => {
  expect(scale.describe(deployments, objects, { replicas: 5 })).toBe(text)
})

test('a command names the objects of each namespace', () => {
  const objects = [pod('a', 'one'), pod('b', 'two'), pod('a', 'three')]
  expect(remove.command(pods, objects, { ...background, force: true })).toEqual({
    text: [
      'kubectl delete pod/one pod/three --namespace=a --grace-period=0 --force',
      'kubectl delete pod/two --namespace=b --grace-period=0 --force',
    ].join('\n'),
  })
})

test('a command names a custom resource with its group', () => {
  expect(scale.command(widgets, [deployment('one', 1)], { replicas: 0 })).toEqual({
    text: 'kubectl scale widgets.example.com/one --namespace=shop --replicas=0',
  })
})

test('only a part of many objects is named', () => {
  const many = Array.from({ length: 12 }, (_, index) => pod('a', `p${index}`))
  expect(remove.describe(pods, many, background)).toBe('Deletes 12 Pods: a/p0, a/p1, a/p2 and 9 more.')
})

test('the deletion of a Namespace says what it includes, and asks for the name', () => {
  const shop: KubernetesObject = { metadata: { name: 'shop' } }
  expect(remove.describe(namespaces, [shop], background)).toContain('Everything in it is deleted too.')
  expect(remove.describe(namespaces, [shop], background)).toContain('cannot be undone')
  expect(remove.confirmation(namespaces, [shop])).toBe('shop')
  expect(remove.confirmation(pods, [shop])).toBeUndefined()
})

test('an action that cannot run says why', () => {
  const [, restart, rollback] = actionsFor(deployments)
  const paused = { ...deployment('web', 1), spec: { paused: true } } as KubernetesObject
  expect(restart?.obstacle([paused])).toBe('The rollout of shop/web is paused: resume it first.')
  expect(restart?.isEnabled([deployment('web', 1)])).toBe(true)
  expect(rollback?.obstacle([deployment('a', 1), deployment('b', 1)])).toBe(
    'This works on one object at a time.',
  )
  expect(restart?.isEnabled([])).toBe(false)
})
