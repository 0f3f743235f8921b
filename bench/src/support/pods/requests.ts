import type { Setup } from '../../runner/bench-case.ts'

/** The URL of the server in another process that has the Pods in the encoding of a setup. */
export const serverOf = ({ url, protobufUrl, protobuf }: Setup): string =>
  String(protobuf ? protobufUrl : url)

/** Loads the platform's fetch, so that it is not part of the measurement. */
export async function loadFetch(url: Setup[string] | undefined): Promise<void> {
  await (await fetch(`${url}/healthz`)).arrayBuffer()
}

/** Makes the server send its events; it does not wait for the response. */
export function letGo(url: Setup[string] | undefined): void {
  void fetch(`${url}/go`).then(response => response.arrayBuffer())
}
