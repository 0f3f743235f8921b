// The pages of objects, their actions and their logs on a real kube-apiserver. docs/testing.md says what only the fake one
// can show.
import {
  type CronJob,
  cronJobs,
  deployments,
  jobs,
  type Node,
  nodes,
  type Pod,
  pods,
} from '@kube-informer/core/resources'
import { TABLES } from './console.ts'
import { cronJobOf, deploymentOf } from './real-objects.ts'
import { expect, type RealWorld, test } from './real-world.ts'

const DEPLOYMENTS = TABLES.deployments

/** Creates a Deployment whose Pods run. */
async function startWeb({ client, namespace, runPods }: RealWorld, replicas: number): Promise<string> {
  runPods()
  await client.create(deployments, deploymentOf(namespace, 'web', replicas))
  return `${namespace}/web`
}

/** Creates a Node whose kubelet does not answer: nothing listens on the port. */
async function createNode({ client, namespace, atEnd }: RealWorld): Promise<Node> {
  const name = `node-${namespace}`
  const node = await client.create(nodes, { metadata: { name } })
  atEnd(() => client.delete(nodes, { name }))
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: 1 } },
    conditions: [{ type: 'Ready', status: 'True' }],
  }
  await client.patch(nodes, name, { status }, { subresource: 'status' })
  return node
}

/** Assigns a Pod to a Node, as the scheduler does. */
async function bind({ client, namespace }: RealWorld, name: string, node: string): Promise<void> {
  const target = { apiVersion: 'v1', kind: 'Node', name: node }
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { namespace, name }, target }
  await client.create(pods, binding as Pod, { subresource: 'binding' })
}

test('a restart is a rollout of the controllers, which the overview follows', async ({
  page,
  objectPage,
  world,
  picture,
}) => {
  const key = await startWeb(world, 3)
  await objectPage.open(DEPLOYMENTS, key)
  await expect(page.getByRole('progressbar', { name: 'Available' })).toHaveAttribute('value', '3')
  await objectPage.run('Restart')
  await expect(objectPage.toast).toContainText('Restarted: 3 of 3 ready')
  const revisions = page.getByRole('table', { name: 'Revisions' }).getByRole('row')
  await expect(revisions).toHaveCount(1 + 2)
  await expect(revisions.nth(1)).toContainText('3 of 3')
  await expect(revisions.nth(2)).toContainText('0 of 0')
  const conditions = page.getByRole('table', { name: 'Conditions' })
  await expect(conditions.getByRole('row', { name: 'Progressing' })).toContainText('NewReplicaSetAvailable')
  await picture('real-rollout')
})

test('a scale shows in the relations and the Events, and a deletion is undone', async ({
  page,
  objectPage,
  world,
  picture,
}) => {
  const key = await startWeb(world, 2)
  await objectPage.open(DEPLOYMENTS, key, '?tab=relations')
  const tree = page.locator('.relation-tree')
  await expect(tree.getByText('Running')).toHaveCount(2)
  await (await objectPage.action(/^Scale/)).click()
  await objectPage.dialog.getByRole('textbox', { name: 'Replicas' }).fill('4')
  await objectPage.dialog.getByRole('button', { name: 'Scale', exact: true }).click()
  await expect(objectPage.toast).toContainText('4 of 4 ready')
  await expect(tree.getByText('Running')).toHaveCount(4)
  await picture('real-relations')
  await objectPage.tab('Events')
  await expect(page.getByText(/Scaled up replica set web-\w+ from 2 to 4/)).toBeVisible()
  await page.getByRole('switch', { name: /^Also of what/ }).click()
  await expect(page.getByText(/Created pod: web-/).first()).toBeVisible()

  await objectPage.run('Delete')
  await expect(page.getByText('This Deployment no longer exists')).toBeVisible()
  const deleted = objectPage.toast.filter({ hasText: `${key} is deleted` })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('This Deployment no longer exists')).toBeHidden()
  await objectPage.tab('Relations')
  // The garbage collector deletes those of the first one.
  await expect(tree.getByText('Running')).toHaveCount(4)
})

test('managed fields name the managers of a real server', async ({ page, objectPage, world }) => {
  const key = await startWeb(world, 1)
  await objectPage.open(DEPLOYMENTS, key)
  await expect(page.getByRole('progressbar', { name: 'Available' })).toHaveAttribute('value', '1')
  await objectPage.tab('Managed fields')
  const tree = page.locator('.fields')
  await page.getByRole('button', { name: /^kube-controller-manager/ }).click()
  await expect(tree.getByText('availableReplicas', { exact: true })).toBeVisible()
  await expect(tree.getByText('selector', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: /^kube-informer-seed/ }).click()
  await expect(tree.getByText('selector', { exact: true })).toBeVisible()
})

test('a Node is cordoned, and the cordon undone', async ({ page, objectPage, world }) => {
  const { metadata } = await createNode(world)
  const name = metadata?.name ?? ''
  await objectPage.open(TABLES.nodes, name)
  await objectPage.run('Cordon')
  await expect(page.getByRole('main')).toContainText('SchedulingDisabled')
  expect((await world.client.get(nodes, { name })).spec?.unschedulable).toBe(true)
  await objectPage.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main')).not.toContainText('SchedulingDisabled')
})

test('a CronJob is suspended, and runs when it is triggered', async ({ page, objectPage, world }) => {
  const { client, namespace, runPods } = world
  runPods()
  const { metadata }: CronJob = await client.create(cronJobs, cronJobOf(namespace, 'report'))
  const at = { namespace, name: 'report' }
  await objectPage.open('batch/v1/cronjobs', `${namespace}/report`)
  await objectPage.run('Suspend')
  await expect(objectPage.toast).toContainText('Suspended')
  expect((await client.get(cronJobs, at)).spec?.suspend).toBe(true)

  await page.getByRole('button', { name: 'Run now' }).click()
  await objectPage.dialog.getByRole('button', { name: /Trigger|Run/ }).click()
  await expect(objectPage.toast.filter({ hasText: 'Complete: 1 of 1 succeeded' })).toBeVisible()
  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('row').nth(1)).toContainText('Complete')
  const [job] = (await client.list(jobs, { namespace })).items
  expect(job?.metadata?.ownerReferences?.[0]?.uid).toBe(metadata?.uid)
})

test('the log waits for the node of a Pod, and says why the server cannot read it there', async ({
  page,
  objectPage,
  world,
  picture,
}) => {
  const { client, namespace } = world
  const { metadata } = await createNode(world)
  const at = { namespace, name: 'web-0' }
  await client.create(pods, { metadata: at, spec: { containers: [{ name: 'app', image: 'none' }] } })
  await objectPage.open(TABLES.pods, `${namespace}/web-0`, '?tab=logs')
  await expect(page.getByText('No Pod has a node yet')).toBeVisible()

  await bind(world, 'web-0', metadata?.name ?? '')
  world.atEnd(() => client.delete(pods, at, { gracePeriodSeconds: 0 }))
  const states = page.getByTestId('log-states')
  await expect(states).toContainText('0 of 1 container')
  await expect(states).toContainText(/web-0\/app: .*127\.0\.0\.1:1.*connection refused/)
  await picture('real-log-error')
})
