import {
  isNewExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
  type Node,
} from 'typescript/unstable/ast'

/** The text and the flags of a regular expression: a literal, or strings that are given to `RegExp`. */
export function patternOf(node: Node): { readonly pattern: string; readonly flags: string } | undefined {
  if (isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  }
  if (!isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined
  const [pattern = '', flags = ''] = (node.arguments ?? []).map(each =>
    isStringLiteral(each) ? each.text : '',
  )
  return { pattern, flags }
}
