import { expect, test } from 'vitest'
import { createConfigRig } from '../test/config-rig.ts'
import { kubeConfigContexts } from './index.ts'

const CONFIG = `
current-context: two
clusters:
- name: main
  cluster: { server: 'https://main.example', certificate-authority: missing.crt }
users:
- name: jane
  user: { exec: { apiVersion: client.authentication.k8s.io/v1, command: login } }
contexts:
- name: one
  context: { cluster: main, user: jane, namespace: team-a }
- name: two
  context: { cluster: gone }
`

test('lists the contexts, also those that cannot be used, and reads nothing else', async () => {
  const rig = createConfigRig({ '/home/a/.kube/config': CONFIG })
  rig.options.env.HOME = '/home/a'
  expect(await kubeConfigContexts(rig.options)).toEqual([
    {
      name: 'one',
      isCurrent: false,
      cluster: 'main',
      server: 'https://main.example',
      user: 'jane',
      namespace: 'team-a',
    },
    {
      name: 'two',
      isCurrent: true,
      cluster: 'gone',
      server: undefined,
      user: undefined,
      namespace: 'default',
    },
  ])
  expect(rig.reads).toEqual(['/home/a/.kube/config'])
})

test('a missing file is an error', async () => {
  const rig = createConfigRig({})
  await expect(kubeConfigContexts({ ...rig.options, path: '/gone' })).rejects.toThrow(/gone/)
})
