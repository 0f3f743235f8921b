import type { Setup } from '../bench-case.ts'

/** Loads the host's own fetch, which is part of nobody's time and memory. */
export async function loadFetch(url: Setup[string] | undefined): Promise<void> {
  await (await fetch(`${url}/healthz`)).arrayBuffer()
}

/** Lets the server send its events; it does not wait for the answer. */
export function letGo(url: Setup[string] | undefined): void {
  void fetch(`${url}/go`).then(response => response.arrayBuffer())
}
