import { TABLES } from '../console.ts'
import type { Route } from './route.ts'

const WEB = `${TABLES.deployments}/shop/web`
const PODS = { page: TABLES.pods, search: { namespace: 'shop' }, ready: /Status/ }

const tab = (name: string): Route => ({
  name: `the tab ${name} of a Deployment`,
  page: WEB,
  search: { tab: name },
  ready: /web/,
})

const TABLE_PAGES: readonly Route[] = [
  {
    name: 'a table of Pods',
    ...PODS,
    // The first page also has what surrounds all of them.
    scope: ({ page }) => page.locator('body'),
    isNarrow: true,
    pixels: ['light', 'dark', 'narrow'],
  },
  {
    name: 'a table in sections',
    ...PODS,
    search: { namespace: 'shop', group: 'status' },
    pixels: ['light'],
  },
  {
    name: 'a table of Deployments',
    page: TABLES.deployments,
    search: { namespace: 'shop' },
    ready: /Up-to-date/i,
  },
  {
    name: 'a table of a custom resource',
    page: 'tls.example.com/v1/certificates',
    search: { filter: 'ready:False' },
    ready: /Certificates/,
  },
]

const TABS: readonly Route[] = [
  { ...tab('overview'), isNarrow: true, pixels: ['light'] },
  tab('relations'),
  tab('events'),
  { ...tab('yaml'), pixels: ['light'] },
  tab('fields'),
  { ...tab('logs'), isNarrow: true, pixels: ['light'] },
]

const EMPTY_PAGES: readonly Route[] = [
  { name: 'a table without a match', ...PODS, search: { filter: 'nothing-like-this' } },
  { name: 'a kind without objects', page: 'core/v1/replicationcontrollers', ready: /ReplicationControllers/ },
  {
    name: 'a table that the user may not read',
    page: TABLES.nodes,
    search: { as: 'developer' },
    ready: /may not|cannot|forbidden/i,
  },
  { name: 'a kind that does not exist', page: 'example.com/v1/unknowns', ready: /does not serve/ },
  { name: 'an object that does not exist', page: `${TABLES.deployments}/shop/unknown`, ready: /unknown/ },
]

/** Every page, in groups of which each takes some seconds. */
export const PAGES: Readonly<Record<string, readonly Route[]>> = {
  tables: TABLE_PAGES,
  'the tabs of an object': TABS,
  'pages that have nothing to show': EMPTY_PAGES,
}
