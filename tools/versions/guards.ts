import {
  type Expression,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isIfStatement,
  isNewExpression,
  isNonNullExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isSourceFile,
  isThrowStatement,
  isTypeOfExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { isGlobal } from './builtins.ts'
import { nodesOf } from './program.ts'

/** Operators whose left side decides whether the right side runs. */
const SHORT_CIRCUITS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
])

const EQUALITIES: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
])

/**
 * Whether the code does without the feature that a reference stands for. That is so
 *
 * - if its value is tested although its type says that it is always there: by `typeof`, `?.`, `??`, a comparison with
 *   undefined, a truth test, or a cast to a type that admits undefined;
 * - in the branches of such a test of the same reference, and after one that returns or throws;
 * - if a property of a global is only read, where undefined is expected, too; or if any is only assigned.
 */
export function isDetected(reference: Node, checker: Checker): boolean {
  return (
    isTest(reference, checker) || isInBranchOfTest(reference, checker) || isOptionalRead(reference, checker)
  )
}

/** The reference with its parentheses and `!`. */
function outermost(reference: Node): Node {
  let node = reference
  while (isParenthesizedExpression(node.parent) || isNonNullExpression(node.parent)) node = node.parent
  return node
}

function isTest(reference: Node, checker: Checker): boolean {
  const node = outermost(reference)
  const { parent } = node
  if (isTypeOfExpression(parent)) return true
  if (isOptionalOn(node) || isCompared(node) || isDefaulted(node)) return !mayBeNullish(reference, checker)
  if (isAsExpression(parent)) return !mayBeNullish(reference, checker) && mayBeNullish(parent, checker)
  return isTruthTest(node) && isAlwaysTruthy(reference, checker)
}

/** `node?.x`, `node?.[x]` or `node?.()`. */
const isOptionalOn = (node: Node): boolean =>
  (isPropertyAccessExpression(node.parent) ||
    isElementAccessExpression(node.parent) ||
    isCallExpression(node.parent)) &&
  node.parent.expression === node &&
  node.parent.questionDotToken !== undefined

const isDefaulted = (node: Node): boolean =>
  isBinaryExpression(node.parent) &&
  node.parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken &&
  node.parent.left === node

/** Compared with undefined or null. */
function isCompared(node: Node): boolean {
  const { parent } = node
  if (!isBinaryExpression(parent) || !EQUALITIES.has(parent.operatorToken.kind)) return false
  const other = parent.left === node ? parent.right : parent.left
  return other.kind === SyntaxKind.NullKeyword || other.getText() === 'undefined'
}

function isTruthTest(node: Node): boolean {
  const { parent } = node
  if (isPrefixUnaryExpression(parent)) return parent.operator === SyntaxKind.ExclamationToken
  if (isIfStatement(parent)) return parent.expression === node
  if (isConditionalExpression(parent)) return parent.condition === node
  return isBinaryExpression(parent) && SHORT_CIRCUITS.has(parent.operatorToken.kind) && parent.left === node
}

/** A property that is assigned, or one of a global that is read where undefined is expected, too. */
function isOptionalRead(reference: Node, checker: Checker): boolean {
  const node = outermost(reference)
  if (!isPropertyAccessExpression(node) || isUsed(node)) return false
  if (isAssigned(node)) return true
  if (mayBeNullish(node.name, checker)) return false
  if (!isOfGlobal(node, checker)) return false
  return node.questionDotToken !== undefined || isExpectedOptional(node, checker)
}

/** `navigator.locks` or `globalThis.navigator?.locks`. */
function isOfGlobal(node: Expression, checker: Checker): boolean {
  let root = node
  while (isPropertyAccessExpression(root)) root = root.expression
  const symbol = checker.getSymbolAtLocation(root)
  return root.getText() === 'globalThis' || (symbol !== undefined && isGlobal(symbol))
}

/** Called, constructed, or accessed further. */
const isUsed = (node: Node): boolean =>
  (isCallExpression(node.parent) ||
    isNewExpression(node.parent) ||
    isPropertyAccessExpression(node.parent) ||
    isElementAccessExpression(node.parent)) &&
  node.parent.expression === node

const isAssigned = (node: Node): boolean =>
  isBinaryExpression(node.parent) &&
  node.parent.operatorToken.kind === SyntaxKind.EqualsToken &&
  node.parent.left === node

/** A default value is used itself, although the option that it is for may be undefined. */
function isExpectedOptional(node: Expression, checker: Checker): boolean {
  const { parent } = node
  if (isBindingElement(parent) || isParameterDeclaration(parent)) return false
  const type = checker.getContextualType(node)
  return type !== undefined && isNullish(type)
}

function isInBranchOfTest(reference: Node, checker: Checker): boolean {
  const text = reference.getText()
  const tests = (condition: Node) =>
    [...nodesOf(condition, () => false)].some(node => testsFor(node, text, checker))
  for (let node = reference; !isSourceFile(node); node = node.parent) {
    const condition = conditionOf(node)
    if (condition && tests(condition)) return true
    if (isBlock(node.parent) && earlierExits(node.parent.statements, node).some(tests)) return true
  }
  return false
}

/** `x`, where it is tested, or `'y' in x` for `x.y`. */
function testsFor(node: Node, text: string, checker: Checker): boolean {
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
    return `${node.right.getText()}.${node.left.getText().slice(1, -1)}` === text
  return isReference(node) && node.getText() === text && isTest(node, checker)
}

const isReference = (node: Node): boolean =>
  node.kind === SyntaxKind.Identifier || isPropertyAccessExpression(node)

/** The condition that decides whether the node, a branch, runs. */
function conditionOf(node: Node): Node | undefined {
  const { parent } = node
  if (isIfStatement(parent) && parent.expression !== node) return parent.expression
  if (isConditionalExpression(parent) && parent.condition !== node) return parent.condition
  const isRight = isBinaryExpression(parent) && parent.right === node
  return isRight && SHORT_CIRCUITS.has(parent.operatorToken.kind) ? parent.left : undefined
}

/** The conditions of the statements before one that return or throw. */
const earlierExits = (statements: readonly Node[], before: Node): readonly Node[] =>
  statements
    .filter(isIfStatement)
    .filter(({ pos, thenStatement }) => pos < before.pos && isExit(thenStatement))
    .map(({ expression }) => expression)

function isExit(statement: Node): boolean {
  if (!isBlock(statement)) return isReturnStatement(statement) || isThrowStatement(statement)
  const last = statement.statements.at(-1)
  return last !== undefined && isExit(last)
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type])

const hasFlags = (type: Type, flags: TypeFlags): boolean =>
  partsOf(type).some(part => (part.flags & flags) !== 0)

const isNullish = (type: Type): boolean => hasFlags(type, TypeFlags.Undefined | TypeFlags.Null)

function mayBeNullish(node: Node, checker: Checker): boolean {
  const type = checker.getTypeAtLocation(node)
  return type !== undefined && isNullish(type)
}

/** Whether the type is one of objects and functions only. */
function isAlwaysTruthy(node: Node, checker: Checker): boolean {
  const type = checker.getTypeAtLocation(node)
  return type !== undefined && !hasFlags(type, ~(TypeFlags.Object | TypeFlags.NonPrimitive))
}
