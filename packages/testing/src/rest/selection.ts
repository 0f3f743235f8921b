import {
  type KubernetesObject,
  parseFieldSelector,
  parseLabelSelector,
  parsePath,
  type ResourceDefinition,
  readPath,
  UsageError,
} from '@kube-informer/core'
import type { StoredObject } from '../storage/stored-object.ts'
import { checkFields, type FieldsByResource } from './selectable-fields.ts'
import { badRequest } from './status.ts'

/** Whether an object is in the view of a list or a watch. */
export type Selection = (stored: StoredObject) => boolean

const NO_LABELS: Readonly<Record<string, string>> = Object.freeze({})

/** What a view is made of. */
export interface SelectionOptions {
  readonly resource: ResourceDefinition
  /** "" for all. */
  readonly namespace: string
  readonly labelSelector: string
  readonly fieldSelector: string
  /** Which fields custom resources offer. */
  readonly selectableFields: FieldsByResource
}

/** The view of a namespace through both selectors; throws a 400 where one cannot be parsed. */
export function parseSelection(options: SelectionOptions): Selection {
  const { resource, namespace, labelSelector, fieldSelector, selectableFields } = options
  const tests: Selection[] = []
  if (namespace) tests.push(({ key }) => key.startsWith(`${namespace}/`))
  if (labelSelector) {
    const matches = parsing(() => parseLabelSelector(labelSelector))
    tests.push(({ object }) => matches(object.metadata?.labels ?? NO_LABELS))
  }
  if (fieldSelector) {
    const matches = parsing(() => parseFieldSelector(fieldSelector))
    checkFields(resource, fieldSelector, selectableFields)
    tests.push(({ object }) => matches(path => fieldOf(object, path)))
  }
  return stored => tests.every(test => test(stored))
}

function fieldOf(object: KubernetesObject, path: string): string {
  const value = readPath(object, parsePath(path))
  return value === undefined || value === null ? '' : String(value)
}

function parsing<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof UsageError ? badRequest(error.message) : error
  }
}
