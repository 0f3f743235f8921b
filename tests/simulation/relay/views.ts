import type { KubernetesObject } from '@kube-informer/core'

export const NAMESPACES = ['a', 'b', 'c', 'd'] as const
export const APPS = ['web', 'api'] as const

/** What a reader selects; "" for all. */
export interface View {
  readonly namespace: string
  readonly app: string
}

export const VIEWS: readonly View[] = ['', ...NAMESPACES].flatMap(namespace =>
  ['', ...APPS].map(app => ({ namespace, app })),
)

export const selects = ({ namespace, app }: View, object: KubernetesObject | undefined): boolean =>
  object !== undefined &&
  (namespace === '' || object.metadata?.namespace === namespace) &&
  (app === '' || object.metadata?.labels?.app === app)

/** The path of the Pods of a view, without a query for anything else. */
export const pathOf = ({ namespace, app }: View): string =>
  `/api/v1/${namespace && `namespaces/${namespace}/`}pods?${app && `labelSelector=app%3D${app}&`}`
