import { type Console, TABLES } from '../console.ts'
import type { Route } from './route.ts'

const WEB = { page: `${TABLES.deployments}/shop/web`, ready: /web/ }
const NODES = { page: TABLES.nodes, ready: /Schedulable|Ready/ }
const PODS = { page: TABLES.pods, search: { namespace: 'shop' }, ready: /Status/ }

/** Opens the dialog of an action of the shown object. */
async function openAction({ page, dialog }: Console, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
  await dialog.waitFor()
}

const scope = ({ dialog }: Console) => dialog

const PICKERS: readonly Route[] = [
  {
    name: 'the columns',
    ...PODS,
    scope,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the namespaces',
    ...PODS,
    scope,
    open: async ({ page }) => {
      await page.getByTestId('namespace-picker').click()
      await page.getByRole('dialog', { name: 'Namespaces' }).waitFor()
    },
  },
  {
    name: 'the users',
    ...NODES,
    isMenu: true,
    scope: ({ page }) => page.getByRole('menu'),
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^View as/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
]

const DIALOGS: readonly Route[] = [
  {
    name: 'the palette',
    ...NODES,
    scope,
    open: async ({ page, palette }) => {
      await page.keyboard.press('ControlOrMeta+K')
      await palette.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'the keys',
    ...NODES,
    scope,
    open: async ({ page, dialog }) => {
      await page.keyboard.press('?')
      await dialog.waitFor()
    },
  },
  {
    name: 'a view to save',
    ...NODES,
    scope,
    open: async ({ page, dialog }) => {
      await page.getByRole('button', { name: 'Save this view' }).click()
      await dialog.waitFor()
    },
  },
  { name: 'the dialog of a scale', ...WEB, scope, open: app => openAction(app, /^Scale/) },
  { name: 'the dialog of a deletion', ...WEB, scope, open: app => openAction(app, /^Delete/) },
]

/** Their snapshots have `/\d+/` in place of what the page measures; an update writes the numbers of its run. */
const PANELS: readonly Route[] = [
  {
    name: 'the panel of faults',
    ...NODES,
    search: { panel: 'faults' },
    scope: ({ panel }) => panel,
    pixels: ['dark'],
  },
  {
    name: 'the comparison',
    ...NODES,
    search: { panel: 'compare' },
    scope: ({ panel }) => panel.getByRole('region', { name: 'Comparison' }),
  },
]

/** What opens over a page, in groups of which each takes some seconds. */
export const POPUPS: Readonly<Record<string, readonly Route[]>> = {
  pickers: PICKERS,
  dialogs: DIALOGS,
  panels: PANELS,
}
