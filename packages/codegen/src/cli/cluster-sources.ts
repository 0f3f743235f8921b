import { createKubeClient, type KubeClient, resourcePath, StatusError } from '@kube-informer/core'
import { defaultConfig } from '@kube-informer/core/config'
import { type DiscoveredResource, discover, groupVersionOf, resourcesOf } from '@kube-informer/core/discovery'
import { errorMessage } from '@kube-informer/core/internal'
import { openAPIDocuments } from '@kube-informer/core/openapi'
import { builtInDiscovery, customResourceDefinitions } from '@kube-informer/core/resources'
import type { ModelSource } from '../input/read-models.ts'
import { CodegenError, type Problem } from '../model/codegen-error.ts'
import type { ClusterOptions } from './cli-options.ts'

/** What a cluster has to generate from. */
export interface ClusterSources {
  readonly documents: readonly ModelSource[]
  readonly discovery?: readonly DiscoveredResource[] | undefined
  readonly notes: readonly Problem[]
}

/** Which resources of a cluster to read. */
export interface ClusterSourcesOptions {
  /** The name of the cluster in messages, e.g. its URL. */
  readonly name: string
  readonly groups?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads the CustomResourceDefinitions of the cluster that a kubeconfig names.
 *
 * @throws CodegenError if the configuration is invalid, or the cluster does not answer
 */
export async function readCluster(
  { kubeconfig, context }: ClusterOptions,
  groups: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<ClusterSources> {
  const config = await defaultConfig({ path: kubeconfig, context }).catch(error => {
    throw clusterError(error, kubeconfig ?? '--cluster')
  })
  try {
    return await clusterSources(createKubeClient(config), { name: config.baseUrl, groups, signal })
  } finally {
    await config.close()
  }
}

/**
 * The CustomResourceDefinitions of a cluster; without the right to list them, the OpenAPI v3 documents of its groups, and what
 * its discovery adds to them.
 *
 * @throws CodegenError
 */
export async function clusterSources(
  client: Pick<KubeClient, 'request'>,
  options: ClusterSourcesOptions,
): Promise<ClusterSources> {
  const { name, signal } = options
  try {
    const response = await client.request(resourcePath(customResourceDefinitions), { signal })
    return { documents: [{ file: name, text: await response.text() }], notes: [] }
  } catch (error) {
    if (!(error instanceof StatusError && error.status.code === 403)) throw clusterError(error, name)
  }
  try {
    return await openApiSources(client, options)
  } catch (error) {
    throw clusterError(error, name)
  }
}

async function openApiSources(
  client: Pick<KubeClient, 'request'>,
  { name, groups, signal }: ClusterSourcesOptions,
): Promise<ClusterSources> {
  const builtIn = new Set(builtInDiscovery.groups.map(group => group.name))
  const discovery = resourcesOf(await discover(client, { signal }))
  const wanted = discovery.filter(({ group }) => (groups ? groups.includes(group) : !builtIn.has(group)))
  const paths = await openAPIDocuments(client, { signal })
  const versions = new Set(wanted.map(({ group, version }) => groupVersionOf(group, version)))
  const documents: ModelSource[] = []
  for (const version of [...versions].sort()) {
    const path = paths.get(version)
    if (path === undefined) continue
    const response = await client.request(path, { signal })
    const file = `${name}${path.replace(/\?.*/, '')}`
    documents.push({ file, text: await response.text(), partOf: name })
  }
  if (documents.length === 0) throw new CodegenError([{ file: name, message: 'has no custom resource' }])
  const message =
    'CustomResourceDefinitions cannot be listed (forbidden): read OpenAPI documents, which lack columns and deprecations'
  return { documents, discovery, notes: [{ file: name, message }] }
}

const clusterError = (error: unknown, file: string): CodegenError =>
  error instanceof CodegenError ? error : new CodegenError([{ file, message: errorMessage(error) }])
