export type { Compression } from './compress.ts'
export { type ServeOptions, type Serving, serve } from './serve.ts'
