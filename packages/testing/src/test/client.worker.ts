import { fetchForwarded } from '../forward/fetch-forwarded.ts'

// Reads a watch of ConfigMaps from a server in another Worker, and posts each part that arrives.
const fetch = fetchForwarded()

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (data === 'watch') void report()
  else self.postMessage('a message that was not for this listener')
}

async function report(): Promise<void> {
  const { body } = await fetch(`${location.origin}/k8s/api/v1/configmaps?watch=1`)
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  self.postMessage('open')
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    self.postMessage(decoder.decode(read.value, { stream: true }))
}
