import type { Deployment } from '@kube-informer/core/resources'

/** The fields of a Deployment that the pages show. */
export interface DeploymentFields {
  readonly replicas: number
  /** @default 'web:1' */
  readonly image?: string
}

/** A Deployment, which no controller acts on. @param key `namespace/name` */
export function deploymentOf(key: string, { replicas, image = 'web:1' }: DeploymentFields) {
  const [namespace = '', name = ''] = key.split('/')
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace, name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
    },
  } satisfies Deployment
}
