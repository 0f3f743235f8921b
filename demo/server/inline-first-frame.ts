import { globSync } from 'node:fs'
import { join } from 'node:path'
import { build, type HtmlTagDescriptor, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

/** In index.html. The dev server serves it as it is. */
const FIRST_SCRIPT = '<script type="module" src="/src/first-frame/main.ts"></script>'

/** Of the first script. */
const SOURCES = 'src/{first-frame,styles}/*.{ts,css}'

/** What the first script imports once it has shown rows. */
const CONSOLE = '../main.tsx'

/**
 * Puts the first script and its styles into the page, so that the first rows wait for no further request. They are bundled
 * apart: the console can import nothing from a script in the page.
 *
 * The names of the console's files are in a template, which the first script adds to the page after the first rows. The
 * browser would otherwise load and decompress them while these are rendered.
 */
export function inlineFirstFrame(): Plugin[] {
  let config: ResolvedConfig
  return [
    {
      name: 'omit-first-script',
      apply: 'build',
      configResolved(resolved) {
        config = resolved
      },
      buildStart() {
        // The bundle itself does not import them, and `--watch` would miss their changes.
        for (const file of globSync(SOURCES, { cwd: config.root })) this.addWatchFile(join(config.root, file))
      },
      transformIndexHtml: { order: 'pre', handler: withoutFirstScript },
    },
    {
      name: 'inline-first-frame',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: async (html, { bundle = {} }) => {
          const entry = Object.values(bundle).find(
            file => file.type === 'chunk' && file.name === 'console-start',
          )
          if (entry?.type !== 'chunk' || !hasFirstFrame(html)) return []
          const files = [entry.fileName, ...entry.imports].map(name => config.base + name)
          const { script, styles } = await bundleFirstFrame(config, files[0] ?? '')
          return [styleTag(styles), preloads(files), scriptTag(script)]
        },
      },
    },
  ]
}

function withoutFirstScript(html: string): string {
  if (!hasFirstFrame(html)) return html
  if (!html.includes(FIRST_SCRIPT)) throw new Error(`index.html lacks ${FIRST_SCRIPT}`)
  return html.replace(FIRST_SCRIPT, '')
}

/** `minimal.html` has none. */
const hasFirstFrame = (html: string): boolean => html.includes('id="first-frame"')

/** Bundles the first script. It imports the console from a URL. */
async function bundleFirstFrame(
  { root, define, resolve: { conditions }, build: { target } }: ResolvedConfig,
  consoleUrl: string,
): Promise<{ readonly script: string; readonly styles: string }> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { ...define },
    resolve: { conditions },
    plugins: [importFrom(consoleUrl)],
    build: {
      target,
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/first-frame/main.ts') },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  const script = output.map(file => (file.type === 'chunk' ? file.code : '')).join('')
  const styles = output.map(file => (file.type === 'asset' ? file.source : '')).join('')
  return { script, styles }
}

/** Leaves the import of the console as it is: Rollup would make a URL relative to the script. */
const importFrom = (consoleUrl: string): Plugin => ({
  name: 'console-url',
  enforce: 'pre',
  resolveId: id => (id === CONSOLE ? { id: 'console', external: true } : undefined),
  renderChunk: code => code.replace(/import\(.console.\)/, `import(${JSON.stringify(consoleUrl)})`),
})

const styleTag = (children: string): HtmlTagDescriptor => ({ tag: 'style', children, injectTo: 'head' })

/** `</script` in a string would end the script. */
const scriptTag = (code: string): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { type: 'module' },
  children: code.replaceAll('</', String.raw`<\/`),
  injectTo: 'body',
})

/** A `modulepreload` would compile the files as soon as they arrive. */
const preloads = (files: readonly string[]): HtmlTagDescriptor => ({
  tag: 'template',
  attrs: { id: 'console-files' },
  children: files.map(href => ({
    tag: 'link',
    attrs: { rel: 'preload', as: 'script', crossorigin: true, href },
  })),
  injectTo: 'body',
})
