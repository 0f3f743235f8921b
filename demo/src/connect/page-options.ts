import type { ConnectInformersOptions } from '@kube-informer/worker'

/** The size of the mock apiserver. */
export interface MockSettings {
  /** The number of Pods that it starts with. */
  readonly pods: number
  /** Its events per second. */
  readonly churn: number
  /** The same seed generates the same Pods. */
  readonly seed: number
}

/** Where the informers run. */
export type HostChoice = NonNullable<ConnectInformersOptions['host']>

/** The parameters of the page's URL that are no state of the router. They apply until the page is loaded again. */
export interface PageOptions {
  readonly host: HostChoice
  /** The user whose cache all tabs share and persist; undefined for no shared cache. */
  readonly identity: string | undefined
  /** A path of this origin, or another origin, that serves the Kubernetes API. */
  readonly server: string | undefined
  /** Whether the URL asks for the mock, and names no server. */
  readonly isMock: boolean
  readonly mock: MockSettings
}

/** Each of these selects the mock. `pods`, `churn` and `seed` configure it: the server in Node has options of its own. */
const MOCK_PARAMETERS = ['mock', 'pods', 'churn', 'seed'] as const

const HOSTS: readonly HostChoice[] = ['auto', 'dedicated', 'shared', 'leader']

/** Reads the options of the page from `location.search`. */
export function readPageOptions(search: string): PageOptions {
  const query = new URLSearchParams(search)
  const server = query.get('server') || undefined
  return {
    host: HOSTS.find(host => host === query.get('host')) ?? 'auto',
    identity: (query.get('identity') ?? 'demo') || undefined,
    server,
    isMock: server === undefined && MOCK_PARAMETERS.some(name => query.has(name)),
    mock: {
      pods: numberOf(query.get('pods'), 10_000),
      churn: numberOf(query.get('churn'), 200),
      seed: numberOf(query.get('seed'), 1),
    },
  }
}

function numberOf(text: string | null, fallback: number): number {
  const value = Number(text)
  return text !== null && text !== '' && Number.isFinite(value) && value >= 0 ? value : fallback
}
