/** A schema of the root, as most definitions have it. */
export const SCHEMA = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { color: { type: 'string' } } } },
}

/** A version of {@link crd}. */
export const VERSION = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: SCHEMA } }

/** A valid CustomResourceDefinition of Widgets; `spec` replaces members of its spec. */
export const crd = (spec: object = {}): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [VERSION],
    ...spec,
  },
})

/** A definition whose only version has this schema for `spec`. */
export const crdWithSpec = (schema: object): object =>
  crd({
    versions: [{ ...VERSION, schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } } }],
  })
