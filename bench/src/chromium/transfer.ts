import { request } from 'node:http'
import type { Sample, Setup } from '../bench-case.ts'
import { openPage } from './open-page.ts'

/** Chromium, with the case's server behind the page's own origin. */
export async function run({ url, how, count, asks }: Setup): Promise<Sample> {
  const { page, close } = await openPage(
    ['transfer-page', 'transfer-worker', 'informers-worker'],
    (asked, answer) => {
      const { url: path = '/', headers } = asked
      request(`${url}${path}`, { headers }, response => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      }).end()
    },
  )
  try {
    return await page.evaluate(options => globalThis.transfer(options), {
      how: String(how),
      count: Number(count),
      asks: Number(asks),
    })
  } finally {
    await close()
  }
}
