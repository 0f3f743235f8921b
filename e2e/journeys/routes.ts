import { type Console, TABLES } from './console.ts'

/** A state of the console, on the cluster of `npm start`. */
export interface Route {
  readonly name: string
  readonly page: string
  readonly search?: Readonly<Record<string, string>>
  /** A text of the page that is complete. */
  readonly ready: RegExp
  /** Opens what is shown over the page. */
  readonly open?: (app: Console) => Promise<void>
  /** Whether a menu is open, which is outside of the landmarks of the page. @default false */
  readonly isMenu?: boolean
}

const WEB = `${TABLES.deployments}/shop/web`
const NODES = { page: TABLES.nodes, ready: /Schedulable|Ready/ }
const PODS = { page: TABLES.pods, search: { namespace: 'shop' }, ready: /Status/ }

/** Opens the dialog of an action of the shown object. */
async function openAction({ page, dialog }: Console, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
  await dialog.waitFor()
}

/** Every page. */
export const PAGES: readonly Route[] = [
  { name: 'a table of Pods', ...PODS },
  { name: 'a table in sections', ...PODS, search: { namespace: 'shop', group: 'status' } },
  { name: 'a table of Deployments', page: TABLES.deployments, ready: /Up-to-date/i },
  { name: 'a table of a custom resource', page: 'tls.example.com/v1/certificates', ready: /Certificates/ },
  { name: 'a table without a match', ...PODS, search: { filter: 'nothing-like-this' } },
  { name: 'a kind without objects', page: 'core/v1/replicationcontrollers', ready: /ReplicationControllers/ },
  ...['overview', 'relations', 'events', 'yaml', 'fields', 'logs'].map(tab => ({
    name: `the tab ${tab} of a Deployment`,
    page: WEB,
    search: { tab },
    ready: /web/,
  })),
  {
    name: 'a table that the user may not read',
    page: TABLES.nodes,
    search: { as: 'developer' },
    ready: /may not|cannot|forbidden/i,
  },
  { name: 'a kind that does not exist', page: 'example.com/v1/unknowns', ready: /does not serve/ },
  { name: 'an object that does not exist', page: `${TABLES.deployments}/shop/unknown`, ready: /unknown/ },
]

/** What opens over a page. */
export const POPUPS: readonly Route[] = [
  {
    name: 'the palette',
    ...NODES,
    open: async ({ page, palette }) => {
      await page.keyboard.press('ControlOrMeta+K')
      await palette.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'the keys',
    ...NODES,
    open: async ({ page, dialog }) => {
      await page.keyboard.press('?')
      await dialog.waitFor()
    },
  },
  {
    name: 'the columns',
    ...PODS,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the namespaces',
    ...PODS,
    open: async ({ page }) => {
      await page.getByTestId('namespace-picker').click()
      await page.getByRole('dialog', { name: 'Namespaces' }).waitFor()
    },
  },
  {
    name: 'the users',
    ...NODES,
    isMenu: true,
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^View as/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'a view to save',
    ...NODES,
    open: async ({ page, dialog }) => {
      await page.getByRole('button', { name: 'Save this view' }).click()
      await dialog.waitFor()
    },
  },
  { name: 'the dialog of a scale', page: WEB, ready: /web/, open: app => openAction(app, /^Scale/) },
  { name: 'the dialog of a deletion', page: WEB, ready: /web/, open: app => openAction(app, /^Delete/) },
  { name: 'the panel of faults', ...NODES, search: { panel: 'faults' } },
  { name: 'the comparison', ...NODES, search: { panel: 'compare' } },
]
