import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from '../chromium/browser.ts'
import { median } from '../statistics.ts'

/** Opens some namespaces in a page. The first one is not measured: it loads the code and opens connections. */
export async function run({ url, how, rows, namespaces }: Setup): Promise<Sample> {
  const options = { how: String(how), rows: Number(rows), namespaces: String(namespaces).split(' ') }
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(String(url))
    const [, ...times] = await page.evaluate(options => globalThis.openNamespaces(options), options)
    return { ms: median(times) }
  })
}
