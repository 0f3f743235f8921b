export { DurableInformers, type DurableInformersOptions, durableInformers } from './durable-informers.ts'
export type { DurableContext, DurableStorage } from './durable-object.ts'
export type { DurableResource } from './durable-resource.ts'
