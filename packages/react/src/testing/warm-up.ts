import { createFakeApiserver } from '@kube-informer/testing'

let warm: Promise<void> | undefined

/** The fake apiserver loads the types of Kubernetes at the first write. That takes real time, which no clock waits for. */
export function warmUp(): Promise<void> {
  warm ??= writeOnce()
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
