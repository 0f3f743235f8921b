import {
  type CallExpression,
  isCallExpression,
  isNewExpression,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  type NewExpression,
  type Node,
} from 'typescript/unstable/ast'
import type { Builtin } from './builtins.ts'
import { featuresBelow, findBuiltin } from './compat-data.ts'

/** The dataset has what arrays of numbers share under this name. */
const TYPED_ARRAY = /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/

/**
 * The path in the compat data of a global or a member. Interfaces of TypeScript such as `Body` are no globals: their
 * members are those of the receivers, by the names of their types.
 */
export function featureOf(builtin: Builtin, receivers: readonly string[]): string | undefined {
  const { owner, name, isStatic } = builtin
  // Globals of pages only are members of `Window` there: `requestAnimationFrame`.
  if (owner === '') return findBuiltin(name, `Window.${name}`)
  const owners = [owner, ...receivers, ...(TYPED_ARRAY.test(owner) ? ['TypedArray'] : [])]
  const names = isStatic ? [`${name}_static`, name] : [name]
  return findBuiltin(...owners.flatMap(each => names.map(member => `${each}.${member}`)))
}

/** The constructor, if a reference to a feature is called with `new`, and the options with which it is called. */
export function featuresOfCall(feature: string, reference: Node): readonly string[] {
  const { parent: call } = reference
  if (!(isCallExpression(call) || isNewExpression(call)) || call.expression !== reference) return []
  const created = isNewExpression(call) ? findBuiltin(constructorName(feature)) : undefined
  const called = created ?? feature
  const parameters = featuresBelow(called)
  const options = optionsOf(call).flatMap(option => parameters.find(key => isOption(key, option)) ?? [])
  return [...(created ? [created] : []), ...options.map(option => `${called}.${option}`)]
}

/** `URL.URL` for `api.URL`. */
function constructorName(feature: string): string {
  const name = feature.split('.').at(-1) ?? ''
  return `${name}.${name}`
}

const optionsOf = (call: CallExpression | NewExpression): readonly string[] =>
  (call.arguments ?? []).flatMap(argument =>
    isObjectLiteralExpression(argument) ? argument.properties.flatMap(nameOf) : [],
  )

const nameOf = (property: Node): readonly string[] =>
  isPropertyAssignment(property) || isShorthandPropertyAssignment(property) ? [property.name.getText()] : []

/** `options_cause_parameter` is the option `cause`. */
const isOption = (key: string, option: string): boolean => key.endsWith(`_${option}_parameter`)
