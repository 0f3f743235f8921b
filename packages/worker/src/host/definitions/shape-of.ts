import type { InformerDefinition } from '../../api/definition.ts'

/** Equal for definitions that cache the same parts of each object. */
export function shapeOf({ trim, pick, transform, persist }: InformerDefinition): string {
  const version = typeof persist === 'object' ? persist.version : undefined
  return JSON.stringify({ trim, pick, transform: transform && String(transform), version })
}
