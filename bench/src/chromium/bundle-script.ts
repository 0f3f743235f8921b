import { build } from 'esbuild'

/**
 * A script for a browser, bundled as for production: React's development build would be measured otherwise.
 *
 * @param path without its ending: a page's is `.tsx`, any other's `.ts`
 */
export async function bundleScript(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${path}.${path.endsWith('page') ? 'tsx' : 'ts'}`],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    // As the production build, and it tells a Profiler.
    alias: { 'react-dom/client': 'react-dom/profiling' },
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['@kube-informer/source'],
  })
  return outputFiles[0]?.text ?? ''
}
