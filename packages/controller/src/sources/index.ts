// controller-runtime's package source: `sources.kindSource({ cache, resource, handler })`.
export { type ChannelSourceOptions, channelSource } from './channel-source.ts'
export { EventChannel } from './event-channel.ts'
export { functionSource, type SourceFunction } from './function-source.ts'
export { type InformerSourceOptions, informerSource } from './informer-source.ts'
export { type InformerProvider, type KindSourceOptions, kindSource } from './kind-source.ts'
