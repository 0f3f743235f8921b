import type { KubernetesObject } from '@kube-informer/core'
import { writeYaml } from '@kube-informer/core/yaml'
import * as yaml from 'yaml'
import { readDocuments } from './read-documents.ts'

/** The members of an object that its YAML shows first, in the order of `kubectl get -o yaml`. */
const FIRST = ['apiVersion', 'kind', 'metadata']

/** What the server sets, and an edit cannot change. */
const SET_BY_SERVER = [
  'managedFields',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
]

/** The YAML of an object; without managedFields, which the console shows elsewhere. */
export function yamlOf(object: KubernetesObject): string {
  const { managedFields, ...metadata } = object.metadata ?? {}
  return writeYaml(yaml, inOrder({ ...object, metadata }))
}

/** The part of an object that can be edited: without its status, and without what the server sets. */
export function editable(object: KubernetesObject): KubernetesObject {
  const { status, ...rest } = object as KubernetesObject & { readonly status?: unknown }
  const kept = Object.entries(object.metadata ?? {}).filter(([name]) => !SET_BY_SERVER.includes(name))
  return { ...rest, metadata: Object.fromEntries(kept) }
}

/** Reads one object; throws an error that says what is wrong with the text. */
export function objectOf(text: string): KubernetesObject {
  const [value, ...others] = readDocuments(text)
  if (others.length > 0) throw new Error('The text has several documents: an object is one.')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The text is not an object: it needs apiVersion, kind and metadata.')
  const { apiVersion, kind, metadata } = value as KubernetesObject
  if (!apiVersion || !kind) throw new Error('apiVersion and kind are missing.')
  if (!metadata?.name && !metadata?.generateName) throw new Error('metadata.name is missing.')
  return value as KubernetesObject
}

function inOrder(object: object): object {
  const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => rank(a) - rank(b)))
}
