// The YAML editor on a real kube-apiserver: its OpenAPI schemas, dry runs, conflicts and rejections.
import { customResourceDefinitions, type Deployment, deployments } from '@kube-informer/core/resources'
import type { Locator, Page } from '@playwright/test'
import { TABLES } from './console.ts'
import type { ObjectPage } from './object-page.ts'
import { type Defined, definitionOf, deploymentOf } from './real-objects.ts'
import { expect, REAL, type RealWorld, test } from './real-world.ts'
import { YamlEditor } from './yaml-editor.ts'

const DEPLOYMENTS = TABLES.deployments

/** Creates a Deployment whose replicas belong to a manager. */
async function createWeb({ client, namespace }: RealWorld, owner: string): Promise<string> {
  await client.create(deployments, deploymentOf(namespace, 'web', 1))
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace, name: 'web' } }
  const scaled = { ...object, spec: { replicas: 2 } } as Deployment
  await client.apply(deployments, scaled, { fieldManager: owner, force: true })
  return `${namespace}/web`
}

/** Chooses the first completion, with a click: the editor ignores Enter for some milliseconds, against mistakes. */
async function complete({ content }: YamlEditor, label: string): Promise<void> {
  const first = content.locator('.cm-tooltip-autocomplete li[aria-selected]')
  await expect(first).toContainText(label)
  await first.click()
}

/** Reviews an edit that the server rejects. */
async function expectRejection(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByTestId('error')).toContainText(reason)
  await page.getByRole('button', { name: 'Edit' }).click()
}

test("an edit is completed and validated by the server's schema, reviewed and applied", async ({
  page,
  objectPage,
  world,
  picture,
}) => {
  const { client, namespace } = world
  const at = { namespace, name: 'web' }
  // The console has scaled it before, so that no other manager owns the replicas.
  await objectPage.open(DEPLOYMENTS, await createWeb(world, 'kube-informer-console'), '?tab=yaml')
  const editor = await YamlEditor.open(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5\nminR')
  await complete(editor, 'minReadySeconds')
  await editor.correct('soon', '1')

  await editor.review('2 fields change.', ['replicas: 5', 'minReadySeconds: 1'])
  expect((await client.get(deployments, at)).spec?.replicas, 'it is a dry run').toBe(2)
  await picture('real-editor-review')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(objectPage.toast).toContainText('Applied')
  // The editor renders the lines on screen only, and the server puts the new field below them.
  await expect(page.getByTestId('yaml')).toContainText('replicas: 5')
  expect((await client.get(deployments, at)).spec).toMatchObject({ replicas: 5, minReadySeconds: 1 })
})

test('a conflict names the owner of the field, and takes it over', async ({ page, objectPage, world }) => {
  await objectPage.open(DEPLOYMENTS, await createWeb(world, 'autoscaler'), '?tab=yaml')
  await YamlEditor.open(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('4')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(objectPage.dialog.getByRole('row', { name: '.spec.replicas' })).toContainText('autoscaler')
  await objectPage.dialog.getByRole('button', { name: 'Take over the field' }).click()
  await expect(objectPage.toast).toContainText('Applied')
  await objectPage.tab('Managed fields')
  const owned = page.locator('.field', { hasText: 'replicas' }).first()
  await expect(owned).toContainText('kube-informer-console')
  await expect(owned).not.toContainText('autoscaler')
})

test('an edit that the server rejects stays', async ({ page, objectPage, world }) => {
  const { client, namespace } = world
  await objectPage.open(DEPLOYMENTS, await createWeb(world, 'kube-informer-console'), '?tab=yaml')
  const editor = await YamlEditor.open(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('-1')
  await expectRejection(page, 'spec.replicas: Invalid value: -1')
  await editor.content.locator('.cm-line').filter({ hasText: 'replicas: -1' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type('\nreplicsa: 1')
  await expectRejection(page, '.spec.replicsa: field not declared in schema')
  await expect(editor.content).toContainText('replicsa: 1')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByTestId('yaml')).not.toContainText('replicsa')
  const { spec } = await client.get(deployments, { namespace, name: 'web' })
  expect(spec?.replicas).toBe(2)
})

const WIDGET: Defined = { plural: 'widgets', kind: 'Widget', shortName: 'wdg' }

/** Pastes YAML, and applies it. */
async function applyPasted(objectPage: ObjectPage, text: string): Promise<Locator> {
  const { page, dialog } = objectPage
  await objectPage.openPalette()
  await page.keyboard.type('apply yaml')
  await expect(page.getByRole('option', { name: /Apply YAML/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('apply-yaml').locator('.cm-content')).toBeFocused()
  await page.keyboard.insertText(text)
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  return dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')
}

test('pasted YAML defines a kind and creates an object of it, whose schema the editor knows', async ({
  page,
  app,
  objectPage,
  world,
  picture,
}) => {
  const { client, namespace, atEnd } = world
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    ...definitionOf(WIDGET),
  }
  const metadata = { namespace, name: 'first' }
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata, spec: { size: 3, state: 'Open' } }
  atEnd(() => client.delete(customResourceDefinitions, { name: 'widgets.example.com' }))
  await app.open(TABLES.deployments, { namespace }, REAL)
  await expect(app.sidebar.getByRole('link', { name: /^Deployments/ })).toBeVisible()
  // JSON is YAML.
  const results = await applyPasted(
    objectPage,
    [definition, widget].map(each => JSON.stringify(each)).join('\n---\n'),
  )
  await expect(results).toContainText([/widgets\.example\.com.*created/, /Widget .*\/first.*created/])
  await picture('real-apply-yaml')

  await objectPage.open('example.com/v1/widgets', `${namespace}/first`, '?tab=yaml')
  const editor = await YamlEditor.open(page, 'state:')
  for (let letter = 0; letter < 'Open'.length; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.type('Sh')
  await complete(editor, 'Shut')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText(/^One field changes/)).toBeVisible()
})
