import { build } from 'esbuild'

/**
 * Bundles a script for the browser with production settings; otherwise React's development build would be measured.
 *
 * @param path without extension; pages are `.tsx`, others `.ts`
 */
export async function bundleScript(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${path}.${path.endsWith('page') ? 'tsx' : 'ts'}`],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    // The production build with profiling enabled.
    alias: { 'react-dom/client': 'react-dom/profiling' },
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['@kube-informer/source'],
  })
  return outputFiles[0]?.text ?? ''
}
