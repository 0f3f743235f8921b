import type { Setup } from '../bench-case.ts'

/** A number of the setup, made smaller by its `scale`: contenders bring their own sizes, a quick run the scale. */
export const sizeOf = (setup: Setup, name: string): number =>
  Math.ceil(Number(setup[name]) * Number(setup.scale ?? 1))
