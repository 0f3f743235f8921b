import type { CustomResourceDefinition, JSONSchemaProps } from '@kube-informer/core/resources'
import { widgetsV2 } from './widgets.ts'

const common = {
  mode: { type: 'string', enum: ['auto', 'manual'], default: 'auto' },
  serial: { type: 'integer', format: 'int64' },
  settings: { type: 'object', additionalProperties: { type: 'string' } },
}
const color = { type: 'string' }
const side = { type: 'integer' }
const dimensions = { type: 'object', properties: { width: side, height: side } }

/** What each version has beside the common properties. */
const PROPERTIES = {
  v1: { color, size: side },
  v2: { color, dimensions },
  v3: { look: { type: 'object', properties: { color } }, dimensions },
}

/** The version of a definition. */
export type WidgetVersion = keyof typeof PROPERTIES

/** The definition of the widgets, without a conversion. The last version is stored. */
export function widgetsDefinition(...served: readonly WidgetVersion[]) {
  const { group, plural, kind } = widgetsV2
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind, singular: 'widget', listKind: 'WidgetList', shortNames: ['wd'] },
      versions: served.map(name => ({
        name,
        served: true,
        storage: name === served.at(-1),
        schema: { openAPIV3Schema: schemaOf({ ...common, ...PROPERTIES[name] }) },
      })),
    },
  } satisfies CustomResourceDefinition
}

const schemaOf = (properties: Readonly<Record<string, JSONSchemaProps>>): JSONSchemaProps => ({
  type: 'object',
  properties: { spec: { type: 'object', default: {}, properties } },
})
