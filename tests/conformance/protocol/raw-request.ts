import { request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'

/** Sends requests without normalizing their paths; resolves with the status code. */
export function rawRequest(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): (method: string, path: string) => Promise<number> {
  const { hostname, port, protocol } = new URL(url)
  const request = protocol === 'https:' ? requestSecurely : requestPlain
  return (method, path) =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, method, headers }, response => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', reject)
      sent.end()
    })
}
