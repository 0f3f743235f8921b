export type { Compression } from '../compress/compressing.ts'
export { type ServeOptions, type Serving, serve } from './serve.ts'
