import { generateNamespaces } from '@kube-informer/apiserver'
import { expect, test } from 'vitest'
import { DEMO_USERS } from '../src/connect/cluster-info.ts'
import { createCluster } from './cluster.ts'

const { server } = createCluster({ pods: 500, churn: 0, seed: 1 })

async function codeAs(user: string, path: string, method = 'GET'): Promise<number> {
  return (await server.fetch(path, { method, headers: { 'Impersonate-User': user } })).status
}

test('every user can read the discovery and the names of the namespaces', async () => {
  for (const { name } of DEMO_USERS) {
    expect(await codeAs(name, '/apis'), name).toBe(200)
    expect(await codeAs(name, '/api/v1/namespaces'), name).toBe(200)
  }
})

test('the developer may edit in two namespaces that exist', async () => {
  expect(await codeAs('developer', '/api/v1/pods')).toBe(403)
  const codes = await Promise.all(
    generateNamespaces().map(async ({ metadata: { name = '' } = {} }) => ({
      name,
      code: await codeAs('developer', `/api/v1/namespaces/${name}/pods`),
    })),
  )
  const open = codes.filter(({ code }) => code === 200).map(({ name }) => name)
  expect(open).toEqual(['checkout-staging', 'checkout-canary'])
  expect(await codeAs('developer', `/api/v1/namespaces/${open[0]}/pods/x`, 'DELETE')).toBe(404)
})

test('the viewer may read in all namespaces, and neither write nor read Secrets', async () => {
  expect(await codeAs('viewer', '/api/v1/pods?limit=1')).toBe(200)
  expect(await codeAs('viewer', '/api/v1/secrets')).toBe(403)
  expect(await codeAs('viewer', '/api/v1/namespaces/default/pods/x', 'DELETE')).toBe(403)
})

test('the admin may do everything', async () => {
  expect(await codeAs('admin', '/api/v1/secrets')).toBe(200)
  expect(await codeAs('admin', '/api/v1/namespaces/default/pods/x', 'DELETE')).toBe(404)
})
