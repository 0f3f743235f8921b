export type { DehydratedInformers, DehydratedSlice } from '../hydration/dehydrated.ts'
export { type DehydrateOptions, dehydrateInformers } from './dehydrate-informers.ts'
export { serializeForScript } from './serialize-for-script.ts'
