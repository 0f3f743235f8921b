import {
  isArrowFunction,
  isBigIntLiteral,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isCatchClause,
  isClassStaticBlockDeclaration,
  isExportDeclaration,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isMetaProperty,
  isMethodDeclaration,
  isNamespaceExport,
  isNumericLiteral,
  isObjectBindingPattern,
  isPrivateIdentifier,
  isPropertyDeclaration,
  isSpreadAssignment,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'

/** The operators that are younger than ES2015. */
const OPERATORS: Readonly<Partial<Record<SyntaxKind, string>>> = {
  [SyntaxKind.AsteriskAsteriskToken]: 'exponentiation',
  [SyntaxKind.AsteriskAsteriskEqualsToken]: 'exponentiation_assignment',
  [SyntaxKind.QuestionQuestionToken]: 'nullish_coalescing',
  [SyntaxKind.QuestionQuestionEqualsToken]: 'nullish_coalescing_assignment',
  [SyntaxKind.BarBarEqualsToken]: 'logical_or_assignment',
  [SyntaxKind.AmpersandAmpersandEqualsToken]: 'logical_and_assignment',
}

/**
 * The feature of a node's own syntax, by its path in the compat data. The build lowers to ES2023: what is younger, such as
 * `using`, is not in the packages.
 */
export function syntaxOf(node: Node): string | undefined {
  return operatorOf(node) ?? classSyntaxOf(node) ?? moduleSyntaxOf(node) ?? otherSyntaxOf(node)
}

function operatorOf(node: Node): string | undefined {
  if (node.kind === SyntaxKind.QuestionDotToken) return 'javascript.operators.optional_chaining'
  if (!isBinaryExpression(node)) return undefined
  const name = OPERATORS[node.operatorToken.kind]
  if (name) return `javascript.operators.${name}`
  const isBrandCheck = node.operatorToken.kind === SyntaxKind.InKeyword && isPrivateIdentifier(node.left)
  return isBrandCheck ? 'javascript.classes.private_class_fields_in' : undefined
}

function classSyntaxOf(node: Node): string | undefined {
  if (isClassStaticBlockDeclaration(node)) return 'javascript.classes.static.initialization_blocks'
  if (isMethodDeclaration(node) && isPrivateIdentifier(node.name))
    return 'javascript.classes.private_class_methods'
  if (!isPropertyDeclaration(node)) return undefined
  if (isPrivateIdentifier(node.name)) return 'javascript.classes.private_class_fields'
  const modifiers = node.modifiers?.map(({ kind }) => kind) ?? []
  if (modifiers.includes(SyntaxKind.DeclareKeyword)) return undefined
  return modifiers.includes(SyntaxKind.StaticKeyword)
    ? 'javascript.classes.static.class_fields'
    : 'javascript.classes.public_class_fields'
}

function moduleSyntaxOf(node: Node): string | undefined {
  if (isMetaProperty(node) && node.keywordToken === SyntaxKind.ImportKeyword)
    return 'javascript.operators.import_meta'
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
    return 'javascript.operators.import'
  if (node.kind === SyntaxKind.ImportAttributes) return 'javascript.statements.import.import_attributes'
  if (isExportDeclaration(node) && node.exportClause && isNamespaceExport(node.exportClause))
    return 'javascript.statements.export.namespace'
  return isTopLevelAwait(node) ? 'javascript.operators.await.top_level' : undefined
}

function otherSyntaxOf(node: Node): string | undefined {
  if (isForOfStatement(node) && node.awaitModifier) return 'javascript.statements.for_await_of'
  if (isCatchClause(node) && !node.variableDeclaration)
    return 'javascript.statements.try_catch.optional_catch_binding'
  if (isSpreadAssignment(node)) return 'javascript.operators.spread.spread_in_object_literals'
  if (isBindingElement(node) && node.dotDotDotToken && isObjectBindingPattern(node.parent))
    return 'javascript.operators.destructuring.rest_in_objects'
  if (isBigIntLiteral(node)) return 'javascript.builtins.BigInt'
  if (isNumericLiteral(node) && node.getText().includes('_')) return 'javascript.grammar.numeric_separators'
  return isAsyncGenerator(node) ? 'javascript.statements.async_generator_function' : undefined
}

const isFunction = (node: Node): boolean =>
  isFunctionDeclaration(node) ||
  isFunctionExpression(node) ||
  isArrowFunction(node) ||
  isMethodDeclaration(node) ||
  node.kind === SyntaxKind.GetAccessor ||
  node.kind === SyntaxKind.SetAccessor ||
  node.kind === SyntaxKind.Constructor

function isTopLevelAwait(node: Node): boolean {
  const awaits = node.kind === SyntaxKind.AwaitExpression || (isForOfStatement(node) && node.awaitModifier)
  if (!awaits) return false
  for (let outer = node.parent; outer; outer = outer.parent) if (isFunction(outer)) return false
  return true
}

const isAsyncGenerator = (node: Node): boolean =>
  (isFunctionDeclaration(node) || isFunctionExpression(node) || isMethodDeclaration(node)) &&
  node.asteriskToken !== undefined &&
  (node.modifiers ?? []).some(({ kind }) => kind === SyntaxKind.AsyncKeyword)
