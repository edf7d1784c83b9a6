/** The changes that are tried on a program, by name. */
import ts from 'typescript';
import { instead, type Change, type Operator } from './operator.ts';
import { callOperators } from './operators-on-calls.ts';

const comparisons: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};

const logic: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };

const arithmetic: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '??=': '=',
};

export const operators: Readonly<Record<string, Operator>> = {
  comparison: swapped(comparisons),
  logic: swapped(logic),
  arithmetic: swapped(arithmetic),
  condition: negatedCondition,
  negation: (node, source) =>
    ts.isPrefixUnaryExpression(node) && isNegation(node)
      ? [{ from: node.getStart(source), to: node.operand.getStart(source), replacement: '' }]
      : [],
  step: (node, source) => {
    if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return [];
    const other = { '++': '--', '--': '++' }[ts.tokenToString(node.operator)!];
    if (other === undefined) return [];
    const at = ts.isPrefixUnaryExpression(node) ? node.getStart(source) : node.getEnd() - 2;
    return [{ from: at, to: at + 2, replacement: other }];
  },
  boolean: (node, source) => {
    if (node.kind === ts.SyntaxKind.TrueKeyword) return [instead(node, source, 'false')];
    if (node.kind === ts.SyntaxKind.FalseKeyword) return [instead(node, source, 'true')];
    return [];
  },
  number: (node, source) => {
    if (!ts.isNumericLiteral(node) || isName(node)) return [];
    const value = Number(node.text);
    // Of what compares for a sort only the sign counts.
    const others = isInSort(node) ? [value - 1] : [value + 1, value - 1];
    return others.map((other) => instead(node, source, parenthesised(other)));
  },
  text: (node, source) => {
    const isText = ts.isStringLiteralLike(node) ? node.text !== '' : ts.isTemplateExpression(node);
    return isText && !isName(node) && !ts.isTaggedTemplateExpression(node.parent)
      ? [instead(node, source, "''")]
      : [];
  },
  jump: (node, source) => {
    if (!ts.isBreakOrContinueStatement(node)) return [];
    if (endsSwitch(node)) return [instead(node, source, ';')];
    const [word, other] = ts.isBreakStatement(node) ? ['break', 'continue'] : ['continue', 'break'];
    const from = node.getStart(source);
    return [{ from, to: from + word.length, replacement: other }];
  },
  'early exit': (node, source) =>
    ts.isIfStatement(node) && node.elseStatement === undefined && leaves(node.thenStatement)
      ? [instead(node, source, ';')]
      : [],
  statement: (node, source) =>
    ts.isExpressionStatement(node) && !isSuperCall(node.expression)
      ? [instead(node, source, ';')]
      : [],
  ...callOperators,
};

function swapped(others: Readonly<Record<string, string>>): Operator {
  return (node, source) => {
    if (!ts.isBinaryExpression(node)) return [];
    // What is sorted is rarely alike.
    if (isInSort(node) && /^[<>]=?$/.test(node.operatorToken.getText(source))) return [];
    const other = others[node.operatorToken.getText(source)];
    return other === undefined ? [] : [instead(node.operatorToken, source, other)];
  };
}

/** A loop's condition is left alone: negated it ends at once or never, which every test notices. */
function negatedCondition(node: ts.Node, source: ts.SourceFile): readonly Change[] {
  let condition: ts.Expression;
  if (ts.isIfStatement(node)) condition = node.expression;
  else if (ts.isConditionalExpression(node)) condition = node.condition;
  else return [];
  if (isNegatedElsewhere(condition, source)) return [];
  return [instead(condition, source, `!(${condition.getText(source)})`)];
}

/** Whether `negation` or `comparison` already make the opposite of this condition. */
function isNegatedElsewhere(condition: ts.Expression, source: ts.SourceFile): boolean {
  if (ts.isPrefixUnaryExpression(condition)) return isNegation(condition);
  return (
    ts.isBinaryExpression(condition) && /^[!=]==?$/.test(condition.operatorToken.getText(source))
  );
}

function isNegation({ operator }: ts.PrefixUnaryExpression): boolean {
  return operator === ts.SyntaxKind.ExclamationToken || operator === ts.SyntaxKind.MinusToken;
}

/** Whether what follows the statement is never reached. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) {
    const last = statement.statements.at(-1);
    return last !== undefined && leaves(last);
  }
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isBreakOrContinueStatement(statement)
  );
}

/** Whether a break leaves a switch, not a loop. */
function endsSwitch(node: ts.BreakOrContinueStatement): boolean {
  if (ts.isContinueStatement(node) || node.label !== undefined) return false;
  let around: ts.Node = node.parent;
  while (!ts.isSwitchStatement(around)) {
    if (ts.isIterationStatement(around, false)) return false;
    around = around.parent;
  }
  return true;
}

/** Without it the class cannot be made at all. */
function isSuperCall(expression: ts.Expression): boolean {
  return (
    ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword
  );
}

/** Whether a literal names a property. */
function isName(node: ts.Node): boolean {
  return 'name' in node.parent && node.parent.name === node;
}

function isInSort(node: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isArrowFunction)?.parent;
  return (
    around !== undefined &&
    ts.isCallExpression(around) &&
    ts.isPropertyAccessExpression(around.expression) &&
    /^(sort|toSorted)$/.test(around.expression.name.text)
  );
}

function parenthesised(value: number): string {
  return value < 0 ? `(${value})` : String(value);
}
