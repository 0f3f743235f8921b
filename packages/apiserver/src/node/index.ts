export type { Compression } from '../compress/compressing.ts'
export {
  type RequestListenerOptions,
  requestListener,
  type ServeOptions,
  type Serving,
  serve,
} from './serve.ts'
