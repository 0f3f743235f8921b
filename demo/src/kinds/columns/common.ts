import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { statusOf } from '../status.ts'
import { type Column, type Field, type Grouping, textField, timeField } from './column.ts'

export const NAME: Column = {
  id: 'name',
  label: 'Name',
  cell: { type: 'name' },
  sort: { by: 'metadata.name', as: 'natural' },
  field: textField('name', 'Name', 'metadata.name'),
  width: 220,
  grow: 3,
  narrow: true,
}

export const NAMESPACE: Column = {
  id: 'namespace',
  label: 'Namespace',
  cell: { type: 'text', read: ({ metadata }) => metadata?.namespace },
  sort: { by: 'metadata.namespace' },
  field: {
    ...textField('namespace', 'Namespace', 'metadata.namespace'),
    aliases: ['ns'],
    index: 'namespace',
    exact: true,
  },
  width: 110,
  grow: 1,
}

export const AGE: Column = {
  id: 'age',
  label: 'Age',
  cell: { type: 'age', read: ({ metadata }) => metadata?.creationTimestamp },
  sort: { by: 'metadata.creationTimestamp', as: 'age' },
  field: timeField('age', 'Age', 'metadata.creationTimestamp'),
  width: 64,
  numeric: true,
  narrow: true,
}

export const LABELS: Column = {
  id: 'labels',
  label: 'Labels',
  cell: {
    type: 'text',
    mono: true,
    read: ({ metadata }) =>
      Object.entries(metadata?.labels ?? {})
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
  },
  width: 200,
  grow: 2,
  wide: true,
}

export const STATUS_FIELD: Field = {
  id: 'status',
  label: 'Status',
  type: 'text',
  source: { computed: 'status' },
  index: 'status',
  exact: true,
}

/** The status of the objects of a kind. The shared definition has an index and a comparator of this name. */
export const statusColumn = (kind: ResourceDefinition, width = 130): Column => ({
  id: 'status',
  label: 'Status',
  cell: { type: 'status', read: (object: KubernetesObject) => statusOf(kind, object) },
  sort: { by: 'status' },
  field: STATUS_FIELD,
  width,
  narrow: true,
})

export const BY_NAMESPACE: Grouping = {
  id: 'namespace',
  label: 'Namespace',
  index: 'namespace',
  sort: { by: 'metadata.namespace' },
}

export const BY_STATUS: Grouping = { id: 'status', label: 'Status', index: 'status', sort: { by: 'status' } }

/** The images of the containers of a template. */
export const IMAGE_OF_TEMPLATE = textField('image', 'Image', 'spec.template.spec.containers[*].image')

/** A list of texts, without those that are missing. */
export const joined = (texts: readonly (string | undefined)[] = []): string | undefined =>
  texts.filter(text => text !== undefined && text !== '').join(', ') || undefined

/** An image without its registry: the tag is what tells versions apart. */
export const shortImage = (image: string | undefined): string | undefined => image?.split('/').at(-1)
