/** The floor of memory: the JSON text of the picked fields of each Pod, in a Map. */
interface PodOfList {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels: object
    readonly creationTimestamp: string
  }
  readonly spec: { readonly nodeName: string }
  readonly status: { readonly phase: string }
}

interface PodsOfList {
  readonly metadata: { readonly continue?: string }
  readonly items: readonly PodOfList[]
}

const texts = new Map<string, string>()

function textOf({ metadata, spec, status }: PodOfList): string {
  const { name, namespace, uid, resourceVersion, labels, creationTimestamp } = metadata
  return JSON.stringify({
    metadata: { name, namespace, uid, resourceVersion, labels, creationTimestamp },
    spec: { nodeName: spec.nodeName },
    status: { phase: status.phase },
  })
}

async function load(): Promise<void> {
  for (let next: string | undefined = '0'; next; ) {
    const response = await fetch(`/k8s/api/v1/pods?limit=500&continue=${next}`)
    const page: PodsOfList = await response.json()
    for (const pod of page.items) texts.set(`${pod.metadata.namespace}/${pod.metadata.name}`, textOf(pod))
    next = page.metadata.continue
  }
}

addEventListener('message', () => load().then(() => postMessage(texts.size)))
