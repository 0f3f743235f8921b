import { request } from 'node:http'

/**
 * Sends a request on a connection of its own; resolves after the response. workerd closes a connection that is reused after
 * 5 s without a request, also while the request arrives: `fetch` then fails on a machine that is busy enough.
 */
export const send = (url: string, method: 'GET' | 'POST' = 'GET'): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: false }, response => {
      response.resume().on('end', () => resolve())
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
    })
    sent.on('error', reject).end()
  })
