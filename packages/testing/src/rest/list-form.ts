import type { ResourceDefinition } from '@kube-informer/core'
import { encodeJson, encodeText } from '../storage/encode.ts'
import { listJson, type Page } from './list.ts'
import { conversionMismatch, type Negotiated } from './negotiate.ts'
import { type IncludeObject, partialMetadata, tableOf } from './tables.ts'

/** The JSON of a page in parts, in the form that was asked for. */
export function listForm(
  resource: ResourceDefinition,
  page: Page,
  { as, version }: Negotiated,
  includeObject: IncludeObject,
): Iterable<Uint8Array> {
  if (as === 'PartialObjectMetadata') throw conversionMismatch(as, resource.kind)
  if (as === undefined) return listJson(resource, page)
  if (as === 'Table') return whole(tableOf(page.items, page.metadata, { resource, includeObject, version }))
  return whole({
    kind: as,
    apiVersion: `meta.k8s.io/${version}`,
    metadata: page.metadata,
    // Real servers write no empty list here.
    items: page.items.length === 0 ? null : page.items.map(({ object }) => partialMetadata(object, version)),
  })
}

const whole = (value: object): Iterable<Uint8Array> => [encodeJson(value), encodeText('\n')]
