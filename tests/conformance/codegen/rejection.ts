import { defineResource, isNotFound, type KubeClient, type KubernetesObject } from '@kube-informer/core'
import type { Sample } from './samples.ts'

/** The server's reason for rejecting a sample with strict validation. Undefined if it accepts the sample. */
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
