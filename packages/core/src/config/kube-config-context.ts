import type { ConfigOptions } from './config-host.ts'
import type { Fields } from './fields.ts'
import { readKubeConfigs, trustingHost } from './load-kube-config.ts'

/** A context of a kubeconfig, as `kubectl config get-contexts` lists it. */
export interface KubeConfigContext {
  readonly name: string
  /** Whether it is the current-context. */
  readonly isCurrent: boolean
  /** The name of its cluster; undefined if it names none. */
  readonly cluster: string | undefined
  /** The server of its cluster as the file has it; undefined if there is none. */
  readonly server: string | undefined
  /** The name of its user; undefined if requests are anonymous. */
  readonly user: string | undefined
  /** The default namespace. */
  readonly namespace: string
}

/**
 * Lists the contexts of the kubeconfig that `loadKubeConfig` reads, in the order of the files. It connects to no server,
 * runs no credential plugin, and accepts contexts that cannot be used: `loadKubeConfig({ context })` reports what is
 * missing.
 *
 * @throws ConfigError, which contains the file and the problem
 * @example
 * for (const { name, isCurrent } of await kubeConfigContexts()) console.log(isCurrent ? '*' : ' ', name)
 */
export async function kubeConfigContexts(
  options: ConfigOptions & {
    /** The one file to read. @default the files that KUBECONFIG lists, else ~/.kube/config */
    readonly path?: string | undefined
  } = {},
): Promise<readonly KubeConfigContext[]> {
  const { contexts, clusters, currentContext } = await readKubeConfigs(options.path, trustingHost(options))
  return [...contexts].map(([name, context]: [string, Fields]) => {
    const cluster = context.text('cluster')
    return {
      name,
      isCurrent: name === currentContext,
      cluster,
      server: cluster === undefined ? undefined : clusters.get(cluster)?.text('server'),
      user: context.text('user'),
      namespace: context.text('namespace') ?? 'default',
    }
  })
}
