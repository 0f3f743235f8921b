import { type FakeApiserver, type Pod, pods } from '@kube-informer/testing'

const NAMESPACE = 'small'
/** Characters of one to four bytes, characters that JSON escapes, and JSON syntax. */
const TEXTS = ['plain', 'grüße', '世界', '🎉🦊', '"quoted\\"', 'a\nb\tc', '\u2028<&>', '{"type":"ADDED"}]']

/** Small Pods with text that is hard to split. */
export const smallPods = (count: number): readonly Pod[] =>
  Array.from({ length: count }, (_, i) => smallPod(i))

function smallPod(index: number): Pod {
  const text = TEXTS[index % TEXTS.length] ?? ''
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: `pod-${index}`,
      namespace: NAMESPACE,
      annotations: { text, __proto__text: text, constructor: text, [text]: 'as a key' },
    } as Pod['metadata'],
    spec: { containers: [{ name: 'main', image: 'example/app:1', resources: {} }] },
    status: { phase: 'Pending' },
  }
}

/** Changes, deletes and creates small Pods; returns each write as the event of a watch. */
export function writeTo(server: FakeApiserver, times: number): readonly string[] {
  const received: string[] = []
  const tell = (type: string, name: string) => received.push(`${type} ${name} ${server.rv}`)
  for (let i = 0; i < times; i++) {
    const name = `pod-${i % 10}`
    const pod = server.get(pods, `${NAMESPACE}/${name}`)
    if (!pod) {
      server.create(smallPod(i % 10))
      tell('ADDED', name)
    } else if (i % 7 === 3) {
      server.delete(pod)
      tell('DELETED', name)
    } else {
      const annotations = { ...pod.metadata?.annotations, write: `${i} ${TEXTS[i % TEXTS.length]}` }
      server.update({ ...pod, metadata: { ...pod.metadata, annotations } })
      tell('MODIFIED', name)
    }
  }
  return received
}
