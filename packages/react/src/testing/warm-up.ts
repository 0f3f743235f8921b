import { createFakeApiserver } from '@kube-informer/testing'

let warm: Promise<unknown> | undefined

/**
 * Loads what is loaded on first use: the types of Kubernetes for a write, and the preview of an apply. That takes real time,
 * which no virtual clock waits for.
 */
export function warmUp(): Promise<unknown> {
  warm ??= Promise.all([writeOnce(), import('../mutations/apply-preview.ts')])
  return warm
}

async function writeOnce(): Promise<void> {
  const path = '/api/v1/namespaces/default/configmaps/warm-up?fieldManager=warm-up'
  const response = await createFakeApiserver().fetch(`http://fake${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: warm-up, namespace: default }\n',
  })
  await response.text()
}
