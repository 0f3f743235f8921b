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
}

export function readParameters(search: string): Parameters {
  const query = new URLSearchParams(search)
  return {
    pods: numberOf(query.get('pods'), 10_000),
    churn: numberOf(query.get('churn'), 200),
    seed: numberOf(query.get('seed'), 1),
    namespace: query.get('namespace') || undefined,
    server: query.get('server') || undefined,
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
