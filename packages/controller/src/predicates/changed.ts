import type { KubernetesObject } from '@kube-informer/core'
import type { ObjectEvent } from '../api/object-event.ts'
import type { Predicate } from '../api/predicate.ts'

/** Asks about updates only: every other event passes. An update that lacks a side does not. */
const changed =
  (differs: (oldObject: KubernetesObject, object: KubernetesObject) => boolean): Predicate =>
  event => {
    if (event.type !== 'update') return true
    const { oldObject, object }: Partial<ObjectEvent & { oldObject: KubernetesObject }> = event
    return oldObject != null && object != null && differs(oldObject, object)
  }

/** Whether two maps have equal entries. An absent one equals an empty one. */
function haveEqualEntries(
  a: Readonly<Record<string, string>> = {},
  b: Readonly<Record<string, string>> = {},
): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && a[key] === b[key])
  )
}

/**
 * Passes updates that change `metadata.resourceVersion`, and all other events. It drops resyncs (controller-runtime
 * `predicate.ResourceVersionChangedPredicate`).
 */
export const resourceVersionChanged: Predicate = /* @__PURE__ */ changed(
  (a, b) => a.metadata?.resourceVersion !== b.metadata?.resourceVersion,
)

/**
 * Passes updates that change `metadata.generation`, and all other events (controller-runtime
 * `predicate.GenerationChangedPredicate`).
 *
 * It drops resyncs and changes of the status, labels, annotations and finalizers. The start of a deletion passes, because
 * the server raises the generation with the deletion timestamp. Updates of kinds without a generation, such as
 * ConfigMap, never pass: give it to the watches that it is for, and not to `where` of a builder, which applies to all.
 */
export const generationChanged: Predicate = /* @__PURE__ */ changed(
  (a, b) => (a.metadata?.generation ?? 0) !== (b.metadata?.generation ?? 0),
)

/**
 * Passes updates that change an annotation, and all other events (controller-runtime
 * `predicate.AnnotationChangedPredicate`).
 *
 * @example const specOrAnnotations = or(generationChanged, annotationChanged)
 */
export const annotationChanged: Predicate = /* @__PURE__ */ changed(
  (a, b) => !haveEqualEntries(a.metadata?.annotations, b.metadata?.annotations),
)

/** Passes updates that change a label, and all other events (controller-runtime `predicate.LabelChangedPredicate`). */
export const labelChanged: Predicate = /* @__PURE__ */ changed(
  (a, b) => !haveEqualEntries(a.metadata?.labels, b.metadata?.labels),
)
