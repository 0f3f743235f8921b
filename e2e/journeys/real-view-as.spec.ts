// “View as” on a real kube-apiserver, which evaluates the Roles of the impersonated user.
import {
  clusterRoleBindings,
  clusterRoles,
  deployments,
  type PolicyRule,
  roleBindings,
  roles,
} from '@kube-informer/core/resources'
import { TABLES } from './console.ts'
import { deploymentOf } from './real-objects.ts'
import { expect, REAL, type RealWorld, test } from './real-world.ts'

const READ_WORKLOADS: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['pods', 'events'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['apps'], resources: ['deployments', 'replicasets'], verbs: ['get', 'list', 'watch'] },
]
const READ_NAMESPACES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] },
]

/** Lets a user read workloads in two namespaces, and the names of all. */
async function grant({ client, atEnd }: RealWorld, user: string, granted: readonly string[]): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io'
  const subjects = [{ kind: 'User', apiGroup, name: user }]
  const name = user
  for (const namespace of granted) {
    await client.create(roles, { metadata: { namespace, name }, rules: [...READ_WORKLOADS] })
    const roleRef = { apiGroup, kind: 'Role', name }
    await client.create(roleBindings, { metadata: { namespace, name }, subjects, roleRef })
  }
  await client.create(clusterRoles, { metadata: { name }, rules: [...READ_NAMESPACES] })
  const roleRef = { apiGroup, kind: 'ClusterRole', name }
  await client.create(clusterRoleBindings, { metadata: { name }, subjects, roleRef })
  atEnd(() => client.delete(clusterRoles, { name }))
  atEnd(() => client.delete(clusterRoleBindings, { name }))
}

test('“View as” shows a user the namespaces of their Roles, and disables the rest', async ({
  page,
  app,
  objectPage,
  world,
  picture,
}) => {
  const { client, namespace } = world
  const other = await world.createNamespace()
  const hidden = await world.createNamespace()
  for (const each of [namespace, other, hidden]) await client.create(deployments, deploymentOf(each, 'web'))
  const user = `dana-${namespace}`
  await grant(world, user, [namespace, other])

  await app.open(TABLES.deployments, {}, REAL)
  await expect(app.row(`${hidden}/web`)).toBeVisible()
  await app.open(TABLES.deployments, { as: user }, REAL)
  await app.hasRows(2)
  expect((await app.keys()).toSorted()).toEqual([`${namespace}/web`, `${other}/web`].toSorted())
  await picture('real-view-as')
  // The watches of both namespaces are live.
  await client.create(deployments, deploymentOf(other, 'late'))
  await expect(app.row(`${other}/late`)).toBeVisible()

  await app.open(TABLES.nodes, { as: user }, REAL)
  await expect(page.getByTestId('error')).toContainText('You may not list nodes')
  await objectPage.open(TABLES.deployments, `${namespace}/web`, `?as=${user}`)
  const scale = await objectPage.action(/^Scale/)
  await expect(scale).toContainText(`You may not patch deployments/scale in namespace ${namespace}.`)
  await expect(scale).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  // And back to the own rights.
  await page.getByRole('button', { name: `View as: ${user}` }).click()
  await page.getByRole('menuitemradio', { name: 'yourself' }).click()
  await expect(page).not.toHaveURL(/as=/)
  await expect(await objectPage.action(/^Scale/)).not.toHaveAttribute('aria-disabled', 'true')
})
