import type { Json, JsonObject, Path } from '../json.ts'
import type { Depth, Edit } from '../step.ts'

/** A field of objects, and values for it. */
export interface Field {
  readonly path: Path
  readonly values: readonly Json[]
}

/** A kind that requests use, with valid and invalid content for its objects. */
export interface Subject {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  readonly isCustom?: boolean
  readonly depth: Depth
  /** Complete objects, without names. */
  readonly manifests: readonly JsonObject[]
  /** Fields that can change at any time. */
  readonly fields: readonly Field[]
  /** Fields that the server rejects: wrong types, out of range, unknown. */
  readonly badFields?: readonly Field[]
  readonly statusFields?: readonly Field[]
  readonly hasScale?: boolean
  /** Strategic merge patches, with their special directives. */
  readonly strategicPatches?: readonly Json[]
  /** Configurations for an apply, without kind and name. */
  readonly configurations?: readonly JsonObject[]
  readonly fieldSelectors?: readonly string[]
}

/** `v1` or `apps/v1`. */
export function apiVersionOf({ group, version }: Subject): string {
  return group ? `${group}/${version}` : version
}

/** The path of a subject's collection. */
export function collectionOf(subject: Subject, namespace = '{{ns}}'): string {
  const { group, version, plural, namespaced } = subject
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`
  return namespaced ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`
}

/** The name of an object. Cluster-scoped objects have the name of the sequence as a prefix. */
export function nameOf({ namespaced }: Subject, short: string): string {
  return namespaced ? short : `{{ns}}-${short}`
}

/** The path of an object. */
export function pathOf(subject: Subject, short: string): string {
  return `${collectionOf(subject)}/${nameOf(subject, short)}`
}

/** Adds a name and the label of the sequence to a manifest. */
export function named(subject: Subject, manifest: JsonObject, short: string): JsonObject {
  const metadata = typeof manifest.metadata === 'object' && manifest.metadata ? manifest.metadata : {}
  const { labels = {} } = metadata as { readonly labels?: JsonObject }
  const namespace = subject.namespaced ? { namespace: '{{ns}}' } : {}
  return {
    apiVersion: apiVersionOf(subject),
    kind: subject.kind,
    ...manifest,
    metadata: {
      ...metadata,
      name: nameOf(subject, short),
      ...namespace,
      labels: { ...labels, sequence: '{{ns}}' },
    },
  }
}

const setTo =
  (...path: Path) =>
  (values: readonly Json[]): Field => ({ path, values })

/** Fields that can change in any object. */
export const COMMON_FIELDS: readonly Field[] = [
  setTo('metadata', 'labels', 'tier')(['front', 'back', '']),
  setTo('metadata', 'labels', 'example.com/color')(['red', 'green']),
  setTo('metadata', 'labels', 'size')(['1', '7', '12']),
  setTo('metadata', 'annotations', 'note')(['one', 'two <&>', 'Grüße 日本', '']),
  setTo('metadata', 'annotations', 'example.com/owner')(['team-a', 'team-b']),
  setTo('metadata', 'finalizers')([['example.com/hold'], ['example.com/hold', 'example.com/other'], []]),
  setTo(
    'metadata',
    'ownerReferences',
  )([
    [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '11111111-2222-4333-8444-555555555555' }],
    [],
  ]),
]

/** Fields that are invalid, ignored or handled specially in any object. */
export const COMMON_BAD_FIELDS: readonly Field[] = [
  setTo('metadata', 'labels', 'tier')(['-bad-', 'a b', 'x'.repeat(64), 7, null]),
  setTo('metadata', 'labels', 'bad key')(['x']),
  setTo('metadata', 'labels', 'a/b/c')(['x']),
  setTo('metadata', 'labels')([[], 'text', 7]),
  setTo('metadata', 'annotations', 'note')([7, true, { a: 'b' }, null]),
  setTo('metadata', 'annotations', 'bad key')(['x']),
  setTo('metadata', 'finalizers')([['unqualified'], ['bad name'], 'text', [7], ['a/b', 'a/b']]),
  setTo(
    'metadata',
    'ownerReferences',
  )([
    [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner' }],
    [{ apiVersion: 'v1', kind: 'ConfigMap', uid: '1' }],
    [{}],
    {},
  ]),
  setTo('metadata', 'name')(['Upper', 'under_score', 'a..b', '-a', 'x'.repeat(254), 7, '', null]),
  setTo('metadata', 'namespace')(['elsewhere', 'Bad_Name', '']),
  setTo('metadata', 'uid')(['zz', '11111111-2222-4333-8444-555555555555']),
  setTo('metadata', 'resourceVersion')(['1', 'abc', '0', '']),
  setTo('metadata', 'creationTimestamp')(['2020-01-01T00:00:00Z', 'yesterday', null]),
  setTo('metadata', 'deletionTimestamp')(['2020-01-01T00:00:00Z']),
  setTo('metadata', 'deletionGracePeriodSeconds')([5, 'soon']),
  setTo('metadata', 'generation')([7, 'many', -1]),
  setTo('metadata', 'selfLink')(['/api/v1/somewhere']),
  setTo('metadata', 'bogus')(['x']),
  setTo(
    'metadata',
    'managedFields',
  )([
    [],
    [{}],
    [
      {
        manager: 'm',
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': {} },
      },
    ],
    [{ manager: 'm', operation: 'Rename' }],
  ]),
  setTo('metadata')([null, 'text', []]),
  setTo('bogus')([{ a: 1 }, 'x']),
  setTo('Kind')(['x']),
  setTo('kind')(['Other', 'Pod', '', 7]),
  setTo('apiVersion')(['v2', 'apps/v1', 'example.com/v1', 'a/b/c', '', 7]),
]

/** The edit that sets a field to one of its values. */
export function editOf(field: Field, pick: (values: readonly Json[]) => Json): Edit {
  return { path: field.path, value: pick(field.values) }
}
