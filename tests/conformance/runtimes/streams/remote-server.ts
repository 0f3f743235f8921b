import type { KubernetesObject } from '@kube-informer/core'
import type { ServerOptions, TestServer } from './environment.ts'

/** A server that its case must close. */
export interface OpenServer extends TestServer {
  /** Whether no watch is open. */
  isQuiet(): Promise<boolean>
  close(): Promise<void>
}

/** Starts a server through the yard. */
export async function openServer(yard: string, options: ServerOptions): Promise<OpenServer> {
  const { url, id } = await send<{ url: string; id: string }>(`${yard}/servers`, 'POST', options)
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }
  const control = <T>(command: string, body?: unknown): Promise<T> => {
    const [method = '', name = ''] = command.split(' ')
    return send<T>(`${url}/_fake/${name}`, method, body)
  }
  return {
    url,
    redirectUrl: `${yard}/redirect/${encodeURIComponent(url)}`,
    control,
    async pods() {
      const response = await fetch(`${url}/api/v1/pods`, { headers })
      const { items } = (await response.json()) as { items: readonly KubernetesObject[] }
      return items.map(asDelivered)
    },
    write: times => send(`${yard}/servers/${id}/writes`, 'POST', { times }),
    isQuiet: async () => (await control<{ openWatches: number }>('GET status')).openWatches === 0,
    close: () => send(`${yard}/servers/${id}`, 'DELETE'),
  }
}

/** Adds kind and apiVersion, which lists of built-in resources omit, and removes `managedFields`, as an informer does. */
function asDelivered(item: KubernetesObject): KubernetesObject {
  const { managedFields: _, ...metadata } = item.metadata ?? {}
  return { ...item, kind: 'Pod', apiVersion: 'v1', metadata }
}

async function send<T>(url: string, method: string, body?: unknown): Promise<T> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer)}`)
  return answer as T
}
