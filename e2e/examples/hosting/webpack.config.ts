import { join } from 'node:path'
import type { Configuration } from 'webpack'

// webpack 5 finds both workers by itself; since 5.112, on Node 22.6 or newer, it needs no loader for TypeScript either.
const configuration: Configuration = {
  mode: 'production',
  context: import.meta.dirname,
  entry: { main: './main.ts' },
  output: { path: join(import.meta.dirname, 'dist'), publicPath: 'auto' },
}

export default configuration
