import type { ConnectInformersOptions } from '@kube-informer/worker'

/** What the URL asks for. */
export interface Parameters {
  /** How many Pods the mock starts with. */
  readonly pods: number
  /** Events a second of the mock. */
  readonly churn: number
  readonly seed: number
  /** The namespace to open; undefined for all of them. */
  readonly namespace: string | undefined
  /** A path of this origin, or another origin, where an apiserver answers; undefined for the mock in this page. */
  readonly server: string | undefined
  /** Whose cache it is, in all tabs and on disk; undefined for nobody's, and always with the mock. */
  readonly identity: string | undefined
  /** Where the informers run. */
  readonly host: HostChoice
}

type HostChoice = NonNullable<ConnectInformersOptions['host']>
const HOSTS: readonly HostChoice[] = ['auto', 'dedicated', 'shared', 'leader']

export function readParameters(search: string): Parameters {
  const query = new URLSearchParams(search)
  const server = query.get('server') || undefined
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

/** Keeps the address in step with what is on screen, so that a reload or a copied link shows the same. */
export function rememberNamespace(namespace: string | undefined): void {
  const url = new URL(location.href)
  if (namespace === undefined) url.searchParams.delete('namespace')
  else url.searchParams.set('namespace', namespace)
  history.replaceState(null, '', url)
}
