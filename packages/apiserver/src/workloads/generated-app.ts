import type { ObjectMeta, OwnerReference } from '@kube-informer/core'
import { timestamp } from '../object/timestamp.ts'
import type { App } from '../pods/apps.ts'
import { NEWEST, OLDEST_AGE_MS } from '../pods/pod-generator.ts'
import { uidAt } from './lazy.ts'

/** An app of generated Pods, with what the objects around it share. */
export interface GeneratedApp {
  readonly app: App
  readonly index: number
  readonly seed: number
  /** The number of its Pods. */
  readonly replicas: number
  /** Before the first of its Pods, in RFC 3339. */
  readonly createdAt: string
  /** The revision of its Deployment. */
  readonly revision: number
}

export interface GeneratedAppOptions {
  readonly seed?: number
  readonly newest?: number
}

/** Every third app was rolled out before. */
export const generatedApp = (
  app: App,
  index: number,
  replicas: number,
  { seed = 1, newest = NEWEST }: GeneratedAppOptions,
): GeneratedApp => ({
  app,
  index,
  seed,
  replicas,
  createdAt: timestamp(newest - OLDEST_AGE_MS - 3_600_000),
  revision: index % 3 === 0 ? 2 : 1,
})

/** The name and namespace of an object that has the app's name. */
export const placeOf = ({ app: { name, namespace } }: GeneratedApp): ObjectMeta => ({ name, namespace })

/** The labels of an app's objects. */
export const labelsOf = ({ app: { labels } }: GeneratedApp): Readonly<Record<string, string>> => {
  const { 'pod-template-hash': _hash, ...rest } = labels
  return rest
}

/** The reference to an app's Deployment. */
export const deploymentOwner = ({ app, index, seed }: GeneratedApp): OwnerReference => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  name: app.name,
  uid: uidAt(seed, 'Deployment', index),
  controller: true,
  blockOwnerDeletion: true,
})
