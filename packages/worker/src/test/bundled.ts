import { commands } from 'vitest/browser'

const urls = new Map<string, Promise<string>>()

/** The URL of a worker script of this folder, bundled once. */
export function bundled(file: string): Promise<string> {
  const url = urls.get(file) ?? bundle(file)
  urls.set(file, url)
  return url
}

async function bundle(file: string): Promise<string> {
  const script = await commands.bundleWorker(`packages/worker/src/test/${file}`)
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
}
