// Trees and queries of a real apiserver's objects. It has no controllers: the test creates what they would.
import { deployments, events, pods, replicaSets } from '@kube-informer/core/resources'
import { expect } from '@playwright/test'
import { test } from './workload-fixtures.ts'
import { deploymentOf, eventOf, podOf, replicaSetOf } from './workload-objects.ts'

test('a tree shows a Deployment with its ReplicaSet, Pods and Events, and follows them', async ({
  workloads: { admin, at, open },
}) => {
  const web = await admin.create(deployments, deploymentOf(at('web'), 2))
  const set = await admin.create(replicaSets, replicaSetOf(at('web-1'), web))
  const first = await admin.create(pods, podOf(at('a'), set))
  await admin.create(pods, podOf(at('not-owned')))
  const tab = await open()
  const hasShown = (...trees: readonly string[]) => expect.poll(() => tab.trees()).toEqual(trees)

  await tab.showTree()
  await hasShown('web(web-1(a))')
  await admin.create(events, eventOf(at('started'), first))
  await hasShown('web(web-1(a))', 'web(web-1(a(!started)))')
  await admin.create(pods, podOf(at('b'), set))
  await hasShown('web(web-1(a))', 'web(web-1(a(!started)))', 'web(web-1(a(!started),b))')
  await admin.delete(pods, at('a'))
  await hasShown('web(web-1(a))', 'web(web-1(a(!started)))', 'web(web-1(a(!started),b))', 'web(web-1(b))')
})

test('a query by a condition shows the Pods of that status, as it changes', async ({
  workloads: { admin, at, rowsOf, open },
}) => {
  const report = (name: string, status: 'True' | 'False') => {
    const patch = { status: { conditions: [{ type: 'Ready', status }] } }
    return admin.patch(pods, at(name), patch, { subresource: 'status' })
  }
  for (const name of ['a', 'b', 'not-reported']) await admin.create(pods, podOf(at(name)))
  await report('a', 'True')
  await report('b', 'False')
  const tab = await open()
  const hasShown = (...names: readonly string[]) => expect.poll(() => tab.names()).toEqual(names)

  await tab.show(
    rowsOf('pods', { where: { path: 'status.conditions[?(@.type=="Ready")].status', eq: 'False' } }),
  )
  await hasShown('b')
  await report('a', 'False')
  await hasShown('b', 'a,b')
  await report('b', 'True')
  await hasShown('b', 'a,b', 'a')
  await admin.delete(pods, at('a'))
  await hasShown('b', 'a,b', 'a', '')
})
