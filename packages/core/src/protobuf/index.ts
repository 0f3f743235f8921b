export type { TypeMeta } from './envelope.ts'
export { readProtobuf } from './read-protobuf.ts'
export { loadProtobufEncoder, type ProtobufEncoder } from './write-protobuf.ts'
