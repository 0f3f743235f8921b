import type { KubernetesObject } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { referencesOf } from './references.ts'

const object = (kind: string, spec: object): KubernetesObject =>
  ({ kind, metadata: { namespace: 'shop', name: 'x' }, spec }) as KubernetesObject

const textsOf = (of: KubernetesObject): readonly string[] =>
  referencesOf(of).map(({ role, kind, namespace, name }) => `${role}: ${kind} ${namespace ?? '-'}/${name}`)

test('a Pod names its node, volumes and environment, each once', () => {
  const pod = object('Pod', {
    nodeName: 'n1',
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'disk' } },
      { name: 'mixed', projected: { sources: [{ secret: { name: 'token' } }] } },
      { name: 'tmp', emptyDir: {} },
    ],
    containers: [
      {
        name: 'web',
        env: [
          { name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } },
          { name: 'B', valueFrom: { configMapKeyRef: { name: 'settings', key: 'b' } } },
        ],
        envFrom: [{ secretRef: { name: 'password' } }],
      },
    ],
  })
  expect(textsOf(pod)).toEqual([
    'Runs on: Node -/n1',
    'Volume data: PersistentVolumeClaim shop/disk',
    'Volume mixed: Secret shop/token',
    'Environment of web: ConfigMap shop/settings',
    'Environment of web: Secret shop/password',
  ])
})

test('an Ingress names its Services by host and path', () => {
  const paths = [{ path: '/api', backend: { service: { name: 'api', port: { number: 80 } } } }]
  expect(textsOf(object('Ingress', { rules: [{ host: 'a.example', http: { paths } }] }))).toEqual([
    'a.example/api: Service shop/api',
  ])
})

test('an autoscaler names its target', () => {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
  expect(textsOf(object('HorizontalPodAutoscaler', { scaleTargetRef }))).toEqual([
    'Scales: Deployment shop/web',
  ])
})

test('other kinds name nothing', () => {
  expect(referencesOf(object('Widget', {}))).toEqual([])
})
