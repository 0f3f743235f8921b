import { BuiltInSchemas, type Schemas } from './schemas.ts'

let loading: Promise<Schemas> | undefined

/** The types of the built-in kinds, loaded on first use. */
export function loadSchemas(): Promise<Schemas> {
  loading ??= import('./data/type-lines.ts').then(({ TYPE_LINES }) => new BuiltInSchemas(TYPE_LINES))
  return loading
}
