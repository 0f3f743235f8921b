import type { Setup } from '../bench-case.ts'

/** A number of the setup, multiplied by its `scale`: contenders define the sizes, a smoke run the scale. */
export const sizeOf = (setup: Setup, name: string): number =>
  Math.ceil(Number(setup[name]) * Number(setup.scale ?? 1))
