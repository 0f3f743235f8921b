// A Cloudflare Worker: POST / with a cluster and a user lists the Pods of that cluster
import { createKubeClient, defineResource } from '@kube-informer/core'
import { parseKubeConfig } from '@kube-informer/core/config'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** A cluster as in a kubeconfig, and its user. */
export interface Asked {
  readonly server: string
  readonly 'certificate-authority'?: string
  readonly 'certificate-authority-data'?: string
  readonly user?: object
}

async function listPods({ user = {}, ...cluster }: Asked): Promise<object> {
  const name = 'asked'
  const text = JSON.stringify({
    'current-context': name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [{ name, cluster }],
    users: [{ name, user }],
  })
  try {
    const config = await parseKubeConfig(text, { allowExec: true, allowFiles: true })
    const { items } = await createKubeClient(config).list(pods)
    return { pods: items.length }
  } catch (error) {
    return { error: String(error) }
  }
}

interface Handler {
  fetch(request: Request): Promise<Response>
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch: async request => Response.json(await listPods((await request.json()) as Asked)),
} satisfies Handler
