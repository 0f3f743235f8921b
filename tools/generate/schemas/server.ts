import type { Cluster } from '../../kubernetes/start.ts'

/** The kube-apiserver to probe. */
export interface Server {
  /** Reads JSON from a path; throws on an error status. */
  get(path: string, accept?: string): Promise<unknown>
  /** Sends any request, and returns the response whatever its status. */
  send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: unknown }>
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { PATCH: 'application/merge-patch+json' }

/** A client of a cluster that authenticates with its token. */
export function serverOf(cluster: Cluster): Server {
  const authorization = `Bearer ${cluster.token}`
  return {
    async get(path, accept = 'application/json') {
      const response = await fetch(`${cluster.url}${path}`, { headers: { accept, authorization } })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    async send(method, path, body) {
      const response = await fetch(`${cluster.url}${path}`, {
        method,
        headers: { 'content-type': CONTENT_TYPES[method] ?? 'application/json', authorization },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}
