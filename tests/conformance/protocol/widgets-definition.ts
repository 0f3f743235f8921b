import { defineResource, type KubeClient } from '@kube-informer/core'
import { widgets } from './target.ts'

const crds = defineResource({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
})

/** Defines the custom resource of the tests. */
export async function defineWidgets(client: KubeClient): Promise<void> {
  const { group, version, plural, kind } = widgets
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: specSchema } } }
  const selectableFields = [{ jsonPath: '.spec.nodeName' }]
  const definition = {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: version, served: true, storage: true, schema, selectableFields }],
    },
  }
  await client.create(crds, definition)
  for (;;) {
    const isServed = await client.list(widgets).then(
      () => true,
      () => false,
    )
    if (isServed) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

const specSchema = {
  type: 'object',
  properties: { nodeName: { type: 'string' }, size: { type: 'integer' } },
}
