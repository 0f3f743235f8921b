import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { serverConfig } from '@kube-informer/core/config'
import { FAKE } from '../src/connect/cluster-info.ts'
import { configProxy } from './config-proxy.ts'
import type { ServedCluster } from './served-cluster.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where `npm run apiserver --workspace demo` and `kubectl proxy --port 8002` listen. */
const FAKE_URL = 'http://127.0.0.1:8001'
const KUBECTL_PROXY_URL = 'http://127.0.0.1:8002'

/** A fake apiserver in another process: that of `KUBE_INFORMER_FAKE_URL`, or `npm run apiserver --workspace demo`. */
export const remoteFake = ({ KUBE_INFORMER_FAKE_URL }: Environment): ServedCluster => ({
  info: FAKE,
  handle: configProxy(serverConfig({ server: KUBE_INFORMER_FAKE_URL || FAKE_URL })),
})

/**
 * The server of `--apiserver` or of `KUBE_APISERVER_URL`; undefined if neither is given. The token of the environment
 * belongs to the server of the environment, and is sent to no other one.
 */
export function namedCluster(env: Environment, apiserver?: string): ServedCluster | undefined {
  const { KUBE_APISERVER_URL, KUBE_TOKEN, KUBE_CA_FILE, INIT_CWD = '' } = env
  const url = apiserver || KUBE_APISERVER_URL
  if (!url) return undefined
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new Error(
      `--apiserver and KUBE_APISERVER_URL must be URLs with http: or https:, got ${JSON.stringify(url)}`,
    )
  const isOfEnvironment = url === KUBE_APISERVER_URL
  const config = serverConfig({
    server: url,
    token: (isOfEnvironment && KUBE_TOKEN) || undefined,
    // npm runs this in the demo's folder.
    ca: isOfEnvironment && KUBE_CA_FILE ? readFileSync(resolve(INIT_CWD, KUBE_CA_FILE), 'utf8') : undefined,
  })
  const identity = createHash('sha256').update(url).digest('hex').slice(0, 12)
  const { host } = new URL(url)
  return {
    info: { id: 'k8s', name: host, baseUrl: '/k8s', kind: 'real', identity },
    handle: configProxy(config),
  }
}

/** `?server=/k8s` without a named server: `kubectl proxy --port 8002`. */
export const kubectlProxy = (): ServedCluster => ({
  info: { id: 'k8s', name: 'kubectl proxy', baseUrl: '/k8s', kind: 'real' },
  handle: configProxy(serverConfig({ server: KUBECTL_PROXY_URL })),
})
