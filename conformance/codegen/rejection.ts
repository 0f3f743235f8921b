import {
  createKubeClient,
  defineResource,
  isNotFound,
  type KubeClient,
  type KubernetesObject,
} from '@kube-informer/core'
import { type CustomResourceDefinition, customResourceDefinitions } from '@kube-informer/core/resources'
import { createFakeApiserver } from '@kube-informer/testing'
import type { CrdFile } from '../../tools/crds/crd-file.ts'
import { parseYaml } from '../../tools/crds/parse-yaml.ts'
import type { Sample } from './samples.ts'

/** A client of a fake apiserver that serves these definitions. */
export async function clientOf(files: readonly CrdFile[]): Promise<KubeClient> {
  const { fetch } = createFakeApiserver()
  const client = createKubeClient({ baseUrl: 'http://fake', fetch })
  for (const { text } of files) {
    const [definition] = parseYaml(text) as readonly [CustomResourceDefinition]
    await client.create(customResourceDefinitions, definition)
  }
  return client
}

/** The server's reason for refusing a sample with strict validation. Undefined if it accepts the sample. */
export async function rejectionOf(
  client: KubeClient,
  { version, object }: Sample,
): Promise<string | undefined> {
  const definition = defineResource<KubernetesObject>(version)
  const metadata = { name: 'sample', ...(version.namespaced && { namespace: 'default' }) }
  try {
    await client.create(definition, { ...object, metadata }, { fieldValidation: 'Strict', dryRun: true })
    return undefined
  } catch (error) {
    if (isNotFound(error)) throw error
    return error instanceof Error ? error.message : String(error)
  }
}
