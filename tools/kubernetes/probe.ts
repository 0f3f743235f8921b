import { request } from 'node:https'

/** Whether an endpoint responds with 200; a refused connection is a no. */
export function isHealthy(url: string, ca: string, token?: string): Promise<boolean> {
  return new Promise(resolve => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const probe = request(url, { ca, headers, timeout: 2000 }, response => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    probe.on('timeout', () => probe.destroy())
    probe.on('error', () => resolve(false))
    probe.end()
  })
}
