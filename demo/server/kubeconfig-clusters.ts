import { createHash } from 'node:crypto'
import { delimiter, resolve } from 'node:path'
import { type KubeConfigContext, kubeConfigContexts, loadKubeConfig } from '@kube-informer/core/config'
import { configProxy } from './config-proxy.ts'
import type { ServedCluster } from './served-cluster.ts'

/** Which kubeconfig to read. */
export interface KubeconfigChoice {
  /** One file. @default the files that KUBECONFIG lists, else ~/.kube/config */
  readonly path?: string | undefined
  /** The context to open first. @default the current-context */
  readonly context?: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The contexts of a kubeconfig, the preferred one first. No request is sent and no credential plugin runs before the page
 * opens a cluster, and the credentials stay in this process.
 */
export async function kubeconfigClusters(
  { path, context: wanted }: KubeconfigChoice,
  env: Environment,
): Promise<readonly ServedCluster[]> {
  const options = { ...(path !== undefined && { path: fromHere(path, env) }), env: resolvedEnv(env) }
  const contexts = await kubeConfigContexts(options)
  const names = contexts.map(({ name }) => JSON.stringify(name)).join(', ')
  if (wanted !== undefined && !contexts.some(({ name }) => name === wanted))
    throw new Error(`--context: there is no ${JSON.stringify(wanted)}; there is: ${names || 'nothing'}`)
  const isFirst = ({ name, isCurrent }: KubeConfigContext) =>
    wanted === undefined ? isCurrent : name === wanted
  const ids = new Ids()
  const clusters = contexts.map(context => ({
    isFirst: isFirst(context),
    info: infoOf(context, ids.next(context.name)),
    handle: configProxy(() => loadKubeConfig({ ...options, context: context.name })),
  }))
  return clusters.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
}

function infoOf(context: KubeConfigContext, id: string): ServedCluster['info'] {
  const { name, cluster, server, user } = context
  // The same id may be another cluster tomorrow, whose caches must not be those of this one.
  const identity = createHash('sha256')
    .update(JSON.stringify([name, cluster, server, user]))
    .digest('hex')
  return { id, name, baseUrl: `/clusters/${id}`, kind: 'real', identity: identity.slice(0, 12) }
}

/**
 * Unique ids of contexts for URLs: their names without dots and characters that a URL escapes. The server finds a cluster by the
 * beginning of a path, which ends at a slash or a dot, and ignores case: `prod` would receive the requests of `Prod` and `prod.eu`.
 */
class Ids {
  readonly #used = new Set(['fake', 'mock', 'k8s', 'server'])

  next(name: string): string {
    const base = name.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'context'
    let id = base
    for (let number = 2; this.#used.has(id.toLowerCase()); number++) id = `${base}-${number}`
    this.#used.add(id.toLowerCase())
    return id
  }
}

/** npm runs this in the demo's folder, and paths are relative to the folder of the user. */
const fromHere = (path: string, { INIT_CWD = '' }: Environment): string => resolve(INIT_CWD, path)

const resolvedEnv = (env: Environment): Environment => {
  const files = env.KUBECONFIG?.split(delimiter).filter(file => file !== '')
  return files ? { ...env, KUBECONFIG: files.map(file => fromHere(file, env)).join(delimiter) } : env
}
