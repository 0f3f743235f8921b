import type { JsonSchema } from '../model/json-schema.ts'
import type { ResourceModel } from '../model/resource-model.ts'

/** A model of widgets with parts of it replaced. */
export const widgetModel = (parts: Partial<ResourceModel> = {}): ResourceModel => ({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  singular: 'widget',
  kind: 'Widget',
  listKind: 'WidgetList',
  namespaced: true,
  shortNames: [],
  categories: [],
  subresources: [],
  columns: [],
  selectableFields: [],
  deprecation: undefined,
  schema: { type: 'object' },
  ...parts,
})

/** A model of widgets with a schema for `spec`. */
export const widgetWith = (spec: JsonSchema, parts: Partial<ResourceModel> = {}): ResourceModel =>
  widgetModel({ ...parts, schema: { type: 'object', properties: { spec } } })
