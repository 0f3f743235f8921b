import { deepEqual } from '../json/deep-equal.ts'
import { type AnyObject, fieldsOf, textOf, withMetadata } from '../object/any-object.ts'
import { selectorChangeErrors, workloadErrors } from './deployment.ts'
import type { Strategy } from './strategy.ts'

/** The annotation that counts changes of the template; it replaced a field. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

/** The strategy of DaemonSets. */
export const daemonSetStrategy: Partial<Strategy> = {
  normalize: object =>
    withGeneration(object, Number(textOf(annotationsOf(object)[TEMPLATE_GENERATION])) || 0),
  validate: ({ spec }) => workloadErrors(fieldsOf(spec), 'daemonset'),
  validateUpdate: selectorChangeErrors,
  prepareForCreate: object => withGeneration(object, 1),
  prepareForUpdate: (next, stored) => {
    const before = Number(textOf(annotationsOf(stored)[TEMPLATE_GENERATION])) || 0
    const isChanged = !deepEqual(fieldsOf(next.spec).template, fieldsOf(stored.spec).template)
    return withGeneration(next, isChanged ? before + 1 : before)
  },
}

const annotationsOf = ({ metadata }: AnyObject) => fieldsOf(metadata?.annotations)

const withGeneration = (object: AnyObject, generation: number): AnyObject =>
  withMetadata(object, {
    annotations: { ...annotationsOf(object), [TEMPLATE_GENERATION]: String(generation) },
  })
