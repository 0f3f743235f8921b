import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import sirv from 'sirv'
import type { Plugin } from 'vite'

const compress = promisify(gzip)

/** The text files of a bundle. */
const TEXT = /\.(?:js|css)$/

/** The names of assets change with their contents, so that browsers can keep them. In seconds. */
const YEAR = 31_536_000

/**
 * Compresses the assets of the bundle when it is built, and serves them. Vite would compress them for each request, while the
 * first rows wait, and let browsers ask for them again at each reload.
 */
export function assets(): Plugin {
  return {
    name: 'assets',
    async writeBundle({ dir = '.' }, bundle) {
      const names = Object.keys(bundle).filter(name => TEXT.test(name))
      await Promise.all(names.map(name => compressFile(join(dir, name))))
    },
    configurePreviewServer({ config, middlewares }) {
      const serve = sirv(resolve(config.root, config.build.outDir, 'assets'), {
        gzip: true,
        immutable: true,
        maxAge: YEAR,
      })
      middlewares.use('/assets', serve)
    },
  }
}

async function compressFile(path: string): Promise<void> {
  await writeFile(`${path}.gz`, await compress(await readFile(path), { level: 9 }))
}
