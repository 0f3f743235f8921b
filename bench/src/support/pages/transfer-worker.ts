/** A worker without kube-informer: returns the items of the list, in the requested form. */
interface Asked {
  readonly how: 'bytes' | 'objects' | 'text'
  readonly isFirst: boolean
}

let items: readonly unknown[] = []
let text = ''
let bytes = new Uint8Array()

addEventListener('message', async ({ data: { how, isFirst } }: MessageEvent<Asked>) => {
  if (isFirst) {
    const response = await fetch('/k8s/api/v1/pods')
    const list: { items: { metadata: { managedFields?: unknown } }[] } = await response.json()
    for (const { metadata } of list.items) delete metadata.managedFields
    items = list.items
    text = JSON.stringify(items)
    bytes = new TextEncoder().encode(text)
    postMessage(items.length)
  } else if (how === 'bytes') postMessage(bytes)
  else if (how === 'text') postMessage(text)
  else postMessage(items)
})
