import { TABLES } from './console.ts'

/** A route of the console, on the cluster of `npm start`. */
export interface Route {
  readonly name: string
  readonly page: string
  readonly search?: Readonly<Record<string, string>>
  /** A key to press once the page is ready, and the accessible name of the dialog that it opens. */
  readonly key?: string
  /** A text of the page that is complete. */
  readonly ready: RegExp
}

const WEB = `${TABLES.deployments}/shop/web`

/** Every route, and what opens over it. */
export const ROUTES: readonly Route[] = [
  { name: 'a table of Pods', page: TABLES.pods, search: { namespace: 'default' }, ready: /Restarts/ },
  { name: 'a table of a custom resource', page: 'tls.example.com/v1/certificates', ready: /Certificates/ },
  ...['overview', 'relations', 'events', 'yaml', 'fields', 'logs'].map(tab => ({
    name: `the tab ${tab} of a Deployment`,
    page: WEB,
    search: { tab },
    ready: /web/,
  })),
  { name: 'the palette', page: TABLES.nodes, key: 'ControlOrMeta+K', ready: /Nodes/ },
  { name: 'the keys', page: TABLES.nodes, key: '?', ready: /Nodes/ },
  { name: 'the panel of faults', page: TABLES.nodes, search: { panel: 'faults' }, ready: /Faults/ },
  {
    name: 'a table that the user may not read',
    page: TABLES.nodes,
    search: { as: 'developer' },
    ready: /may not|cannot|forbidden/i,
  },
  { name: 'a kind that does not exist', page: 'example.com/v1/unknowns', ready: /does not serve/ },
  { name: 'an object that does not exist', page: `${TABLES.deployments}/shop/unknown`, ready: /unknown/ },
]
