import type { KubernetesObject, Status } from '@kube-informer/core'

/** An event as sent by the server. */
export interface RawEvent {
  readonly type: string
  readonly object: KubernetesObject & Status
}

/** Parses the lines of a body as they arrive, for tests of details that the client's reader hides. */
export async function* linesOf<T>(response: Response): AsyncGenerator<T> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
  }
  if (rest !== '') throw new Error(`incomplete line: ${rest}`)
}

/** Parses all lines of a body that ends. */
export async function allLinesOf<T>(response: Response): Promise<T[]> {
  const lines: T[] = []
  for await (const line of linesOf<T>(response)) lines.push(line)
  return lines
}
