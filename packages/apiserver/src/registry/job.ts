import { type AnyObject, fieldsOf, textOf } from '../object/any-object.ts'
import type { Strategy } from './strategy.ts'

/** The strategy of Jobs. */
export const jobStrategy: Partial<Strategy> = { prepareForCreate: withSelector }

/** A Job selects its Pods by its own uid, unless `spec.manualSelector` is set (pkg/registry/batch/job). */
function withSelector(object: AnyObject): AnyObject {
  const spec = fieldsOf(object.spec)
  if (spec.manualSelector === true) return object
  const [name, uid] = [textOf(object.metadata?.name), textOf(object.metadata?.uid)]
  const template = fieldsOf(spec.template)
  const metadata = fieldsOf(template.metadata)
  const selector = fieldsOf(spec.selector)
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
    ...fieldsOf(metadata.labels),
  }
  const matchLabels = { 'batch.kubernetes.io/controller-uid': uid, ...fieldsOf(selector.matchLabels) }
  return {
    ...object,
    spec: {
      ...spec,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  }
}
