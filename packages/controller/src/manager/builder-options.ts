import type { ControllerOptions } from '../controller/controller-options.ts'

/** Options of a controller that a builder does not set itself. */
export type BuilderOptions = Omit<ControllerOptions, 'name' | 'reconciler' | 'client' | 'events' | 'defaults'>
