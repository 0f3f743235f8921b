import {
  defineResource,
  type InformerClient,
  type KubernetesObject,
  type ResourceDefinition,
} from '@kube-informer/core'
import { customResourceDefinitions } from '@kube-informer/core/resources'
import { expect } from 'vitest'
import { find } from './real-cluster.ts'

/** A custom resource of the tests. */
export interface Gadget extends KubernetesObject {
  readonly spec?: { readonly size?: number }
}

const GROUP = 'controllers.test'

/** A custom resource under its own name, so that tests do not share one. */
export const gadgetsNamed = (plural: string): ResourceDefinition<Gadget> =>
  defineResource<Gadget>({ group: GROUP, version: 'v1', plural, kind: `Kind${plural}`, namespaced: true })

/** Installs the definition; resolves when the server answers for it. */
export async function install(client: InformerClient, resource: ResourceDefinition): Promise<void> {
  const { group, version, plural, kind } = resource
  const spec = { type: 'object', properties: { size: { type: 'integer' } } }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  await client.create(customResourceDefinitions, {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  })
  await expect.poll(() => client.list(resource).then(() => 'served', String)).toBe('served')
}

/** Removes the definition, and with it all its objects; resolves when it is gone. */
export async function uninstall(
  client: InformerClient,
  { plural, group }: ResourceDefinition,
): Promise<void> {
  const at = { name: `${plural}.${group}` }
  await client.delete(customResourceDefinitions, at)
  await expect.poll(() => find(client, customResourceDefinitions, at)).toBeUndefined()
}
