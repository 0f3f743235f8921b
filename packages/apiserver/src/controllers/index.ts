// The controllers of a cluster, which a fake apiserver runs: `createFakeApiserver({ controllers: { … } })` chooses them.
export type { ControllerOptions } from './controller-options.ts'
export { type ControllerChoice, Controllers } from './controllers.ts'
