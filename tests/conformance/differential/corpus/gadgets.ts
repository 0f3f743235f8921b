import type { Subject } from '../generate/subject.ts'
import type { JsonObject } from '../json.ts'

/** A custom resource that uses the validation features of definitions. */

const GROUP = 'differential.example.com'

const specSchema: JsonObject = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', format: 'int32', minimum: 1, maximum: 100 },
    replicas: { type: 'integer', default: 1, minimum: 0 },
    mode: { type: 'string', enum: ['Auto', 'Manual'], default: 'Auto' },
    name: { type: 'string', minLength: 2, maxLength: 8, pattern: '^[a-z]+$' },
    ratio: { type: 'number', exclusiveMinimum: true, minimum: 0, multipleOf: 0.5 },
    at: { type: 'string', format: 'date-time' },
    port: { 'x-kubernetes-int-or-string': true },
    enabled: { type: 'boolean', default: true },
    note: { type: 'string', nullable: true },
    tags: { type: 'array', maxItems: 3, 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          weight: { type: 'integer' },
          color: { type: 'string', default: 'grey' },
        },
      },
    },
    steps: { type: 'array', items: { type: 'object', properties: { run: { type: 'string' } } } },
    settings: { type: 'object', additionalProperties: { type: 'string' } },
    limits: { type: 'object', properties: { cpu: { type: 'string' } }, 'x-kubernetes-map-type': 'atomic' },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}

const statusSchema: JsonObject = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    selector: { type: 'string' },
    phase: { type: 'string', enum: ['Pending', 'Ready'] },
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: {
        type: 'object',
        required: ['type', 'status'],
        properties: { type: { type: 'string' }, status: { type: 'string' } },
      },
    },
  },
}

/** The CustomResourceDefinition, for both servers. */
export const gadgetDefinition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `gadgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: {
      plural: 'gadgets',
      singular: 'gadget',
      kind: 'Gadget',
      listKind: 'GadgetList',
      shortNames: ['gd'],
      categories: ['all'],
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: specSchema, status: statusSchema } },
        },
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        selectableFields: [{ jsonPath: '.spec.mode' }, { jsonPath: '.spec.size' }],
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Mode', type: 'string', jsonPath: '.spec.mode' },
          { name: 'Phase', type: 'string', jsonPath: '.status.phase', priority: 1 },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
      },
    ],
  },
}

export const gadgets: Subject = {
  group: GROUP,
  version: 'v1',
  plural: 'gadgets',
  kind: 'Gadget',
  namespaced: true,
  isCustom: true,
  depth: 'full',
  hasScale: true,
  manifests: [
    { spec: { size: 3 } },
    { spec: { size: 7, mode: 'Manual', replicas: 2, tags: ['x', 'y'], settings: { color: 'red' } } },
    {
      spec: {
        size: 1,
        parts: [
          { name: 'lid', weight: 2 },
          { name: 'base', color: 'blue' },
        ],
        port: 'http',
      },
    },
    { spec: { size: 9, port: 8080, at: '2024-05-01T10:00:00Z', ratio: 1.5, note: null, enabled: false } },
    {
      spec: {
        size: 2,
        steps: [{ run: 'build' }, { run: 'test' }],
        limits: { cpu: '1' },
        free: { any: [1, { thing: true }] },
      },
    },
  ],
  fields: [
    { path: ['spec', 'size'], values: [1, 50, 100] },
    { path: ['spec', 'mode'], values: ['Auto', 'Manual'] },
    { path: ['spec', 'replicas'], values: [0, 5] },
    { path: ['spec', 'tags'], values: [['x'], ['y', 'z'], []] },
    { path: ['spec', 'parts'], values: [[{ name: 'lid', weight: 5 }], []] },
    { path: ['spec', 'settings', 'color'], values: ['red', 'blue'] },
    { path: ['spec', 'free', 'deep'], values: [{ a: { b: [1, 2] } }, 'text'] },
    { path: ['spec', 'note'], values: ['x', null] },
    { path: ['status'], values: [{ phase: 'Ready' }] },
  ],
  badFields: [
    { path: ['spec', 'size'], values: [0, 101, 'three', 1.5, null] },
    { path: ['spec', 'mode'], values: ['Other', 7, null, ''] },
    { path: ['spec', 'name'], values: ['x', 'toolonganame', 'UPPER', 7] },
    { path: ['spec', 'ratio'], values: [0, 0.3, 'x'] },
    { path: ['spec', 'at'], values: ['yesterday', 7] },
    { path: ['spec', 'port'], values: [true, 1.5, {}] },
    { path: ['spec', 'enabled'], values: ['yes', null] },
    { path: ['spec', 'tags'], values: [['x', 'x'], ['a', 'b', 'c', 'd'], [7], 'x'] },
    {
      path: ['spec', 'parts'],
      values: [[{ weight: 1 }], [{ name: 'a' }, { name: 'a' }], [{ name: 'a', bogus: 1 }]],
    },
    { path: ['spec', 'settings'], values: [{ a: 1 }, [], null] },
    { path: ['spec', 'bogus'], values: [1, { deep: true }] },
    { path: ['spec', 'free'], values: ['x', [1]] },
    { path: ['spec'], values: [{}, null, 'x', []] },
    { path: ['status', 'phase'], values: ['Odd'] },
  ],
  statusFields: [
    { path: ['status', 'phase'], values: ['Pending', 'Ready', 'Odd'] },
    { path: ['status', 'replicas'], values: [1, 2] },
    { path: ['status', 'selector'], values: ['app=gadget'] },
    { path: ['status', 'conditions'], values: [[{ type: 'Ready', status: 'True' }], [{ type: 'Ready' }]] },
    { path: ['status', 'bogus'], values: [1] },
  ],
  fieldSelectors: ['spec.mode=Auto', 'spec.mode!=Auto', 'spec.size=3'],
  configurations: [
    { spec: { size: 3, mode: 'Manual' } },
    { spec: { size: 4, parts: [{ name: 'lid', weight: 9 }] } },
    { spec: { size: 4, parts: [{ name: 'handle' }] } },
    { spec: { size: 3, tags: ['x', 'applied'] } },
    { spec: { size: 3, limits: { cpu: '2' } } },
    { spec: { size: 3, settings: { color: 'applied' } } },
    { spec: { size: 5, steps: [{ run: 'applied' }] } },
    { spec: { mode: 'Auto' } },
    { spec: { size: 3, free: { x: { y: 1 } } } },
  ],
}
