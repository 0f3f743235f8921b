import type { ConnectInformersOptions } from '@kube-informer/worker'

/** The parameters of the page's URL. */
export interface Parameters {
  /** The number of Pods that the mock apiserver starts with. */
  readonly pods: number
  /** Events per second of the mock apiserver. */
  readonly churn: number
  readonly seed: number
  /** The namespace to open; undefined for all of them. */
  readonly namespace: string | undefined
  /** A path of this origin, or another origin, that serves the Kubernetes API; undefined for the mock in this page. */
  readonly server: string | undefined
  /** The user whose cache all tabs share and persist; undefined for no shared cache, and always with the mock. */
  readonly identity: string | undefined
  /** Where the informers run. */
  readonly host: HostChoice
}

/** The fake apiserver that `npm start` runs in Node. */
const DEFAULT_SERVER = '/fake'

/** Each of these selects the mock. `pods`, `churn` and `seed` configure it: the server in Node has options of its own. */
const MOCK_PARAMETERS = ['mock', 'pods', 'churn', 'seed'] as const

type HostChoice = NonNullable<ConnectInformersOptions['host']>
const HOSTS: readonly HostChoice[] = ['auto', 'dedicated', 'shared', 'leader']

export function readParameters(search: string): Parameters {
  const query = new URLSearchParams(search)
  const isMock = MOCK_PARAMETERS.some(name => query.has(name))
  const server = query.get('server') || (isMock ? undefined : DEFAULT_SERVER)
  return {
    pods: numberOf(query.get('pods'), 10_000),
    churn: numberOf(query.get('churn'), 200),
    seed: numberOf(query.get('seed'), 1),
    namespace: query.get('namespace') || undefined,
    server,
    identity: server === undefined ? undefined : (query.get('identity') ?? 'demo') || undefined,
    host: HOSTS.find(host => host === query.get('host')) ?? 'auto',
  }
}

function numberOf(text: string | null, fallback: number): number {
  const value = Number(text)
  return text !== null && text !== '' && Number.isFinite(value) && value >= 0 ? value : fallback
}

/** Updates the address bar, so that a reload or a copied link shows the same namespace. */
export function rememberNamespace(namespace: string | undefined): void {
  const url = new URL(location.href)
  if (namespace === undefined) url.searchParams.delete('namespace')
  else url.searchParams.set('namespace', namespace)
  history.replaceState(null, '', url)
}
