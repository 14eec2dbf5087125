// The mutants of concurrency: small faults in locks, checks, retries and notifications, derived from the sources by their
// SQL text and their syntax tree. scripts/concurrency.mjs plays the simulation on each.
import ts from 'typescript';

/** The product without programs, pages and what only operators use. */
const product = /^src\/(?!admin\/|bots\/|browser\/|client\/|pages\/|server\/|db\/(?:embedded|migrate))/;
const lock = 'FOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \\w+)?';
/** The end of a statement that locks several rows in an order. */
const lockEnd = '[^)]*\\b(?:FOR (?:NO KEY|UPDATE|KEY|SHARE)|ON CONFLICT)|\\s*\\) AS places';

/** Of SQL: what is found, and what replaces it. `within` limits it to statements that match, `beside` to files. */
const inSql = [
  { kind: 'lock removed', find: new RegExp(` ${lock}(?: SKIP LOCKED)?`, 'g'), by: '' },
  { kind: 'locked rows waited for', find: / SKIP LOCKED/g, by: '' },
  { kind: 'locked rows skipped', find: new RegExp(` ${lock}(?! (?:OF|SKIP))\\b`, 'g'), by: '$& SKIP LOCKED' },
  {
    kind: 'order of locks reversed',
    find: new RegExp(`ORDER BY [\\w.]+(?:\\([^)]*\\))?(?=${lockEnd})`, 'g'),
    by: '$& DESC',
  },
  {
    kind: 'later meeting first',
    find: /ORDER BY \$\{order\}/g,
    by: 'ORDER BY at DESC, ${order}',
    within: /AS meetings/,
  },
  { kind: 'advisory lock dropped', find: /pg_advisory_xact_lock(?:_shared)?/g, by: 'greatest' },
  {
    kind: 'moment before the lock',
    find: /\$\{nowMsSql\}/g,
    by: '(extract(epoch FROM now()) * 1000)::float8 AS now_ms',
    beside: new RegExp(`${lock}|pg_advisory`),
  },
];

const textOf = (node) => node.getText();
const isCall = (node, name) => ts.isCallExpression(node) && name.test(textOf(node.expression));
/** Whether a node is a statement that calls `name`, and has this text. */
const isCalling = (node, name, text) =>
  ts.isExpressionStatement(node) && isCall(calledBy(node), name) && text.test(textOf(node));
const calledBy = ({ expression }) => (ts.isAwaitExpression(expression) ? expression.expression : expression);
const isThrow = (node) =>
  ts.isThrowStatement(node) ||
  (ts.isBlock(node) && node.statements.length === 1 && isThrow(node.statements[0]));
/** Whether a node gives a name its value. */
const isValueOf = (node, name) =>
  (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && textOf(node.name) === name;

/** Whether a node runs in a transaction: a function around it receives `tx` or what was locked, or is a change. */
function isInTransaction(node) {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (!ts.isFunctionLike(each)) continue;
    const receives = each.parameters.map(textOf).join();
    if (/\b(?:tx|scopes?|heldIds|locked)\b/.test(receives)) return true;
    if (isCall(each.parent, /^(?:change\w*|transaction)$/)) return true;
  }
  return false;
}

/** Of the syntax tree: which statements are dropped, or what replaces a node. */
const inTree = [
  {
    kind: 're-check skipped',
    files: /^src\/(?!game|db|http)/,
    drops: (node) => {
      if (!isInTransaction(node)) return false;
      if (isCalling(node, /^require[A-Z]\w*$/, /./)) return true;
      if (!ts.isIfStatement(node) || node.elseStatement !== undefined || !isThrow(node.thenStatement))
        return false;
      // What does not exist is no re-check, and what follows would fail without it.
      const isAbsence = /(?:=== (?:null|undefined|0)|'unknown'|'foreign')\)?$/.test(textOf(node.expression));
      return !isAbsence && !/GameError\(error/.test(textOf(node));
    },
  },
  {
    kind: 'held or blocked ignored',
    replaces: (node) => {
      if (isCall(node, /^(?:held|blocked|repeated|busy\w*)Ids\.has$/)) return 'false';
      if (isCall(node, /^lockedIds\.has$/)) return 'true';
      return ts.isBinaryExpression(node) && textOf(node) === 'heldIds.size > 0' ? 'false' : undefined;
    },
  },
  {
    kind: 'version not checked',
    files: /^src\/(?:world|realtime)/,
    replaces: (node) => {
      const compared = /\.version\b|\.number\b|\.?body_?[dD]igest\b/;
      if (!ts.isBinaryExpression(node) || !compared.test(textOf(node))) return undefined;
      return { '===': 'true', '!==': 'false', '<=': 'false' }[textOf(node.operatorToken)];
    },
  },
  {
    kind: 'retry dropped',
    replaces: (node) => {
      if (isValueOf(node, 'maxTries')) return 'maxTries = 1';
      if (ts.isAwaitExpression(node) && /\.delay\(\w*[rR]etryMs\)$/.test(textOf(node)))
        return `Promise.reject(new Error('no retry'))`;
      const isSecondRead = ts.isConditionalExpression(node) && /^await find/.test(textOf(node.whenTrue));
      if (isSecondRead) return textOf(node.whenFalse);
      return isCall(node, /^isRefusal$/) ? 'false' : undefined;
    },
  },
  {
    kind: 'retried once more',
    replaces: (node) => (isValueOf(node, 'maxTries') ? `${textOf(node)} + 1` : undefined),
  },
  {
    kind: 'notified outside of the transaction',
    replaces: (node) =>
      isCall(node, /^(?:send|append)[A-Z]\w*$/) && /^\w+\(tx\b/.test(textOf(node))
        ? textOf(node).replace('(tx', '(globalThis.outside')
        : undefined,
  },
  {
    kind: 'read before the lock',
    replaces: (node) => {
      if (!isCall(node, /^Promise\.all$/) || !ts.isArrayLiteralExpression(node.arguments[0]))
        return undefined;
      const parts = node.arguments[0].elements.map(textOf);
      if (parts.length < 2 || !/lock/i.test(parts[0])) return undefined;
      return `Promise.all([${parts.toReversed().join(', ')}]).then((all) => all.toReversed())`;
    },
  },
  {
    kind: 'answered before the commit',
    replaces: (node) =>
      ts.isAwaitExpression(node) && isCall(node.expression, /^commit$/)
        ? `void ${textOf(node.expression)}.catch(() => undefined)`
        : undefined,
  },
  {
    kind: 'frozen transaction not ended',
    replaces: (node) => (isValueOf(node, 'idleTimeout') ? `idleTimeout = '0'` : undefined),
  },
  {
    kind: 'completion dropped',
    drops: (node) =>
      isCalling(node, /^tx\.write$/, /requireSessions|insertResponses/) ||
      isCalling(node, /^(?:completeFor|storeResponses)$/, /./),
  },
  {
    kind: 'due entry kept or missing',
    drops: (node) => isCalling(node, /^(?:tx\.)?write$/, /Due|wake|Places/),
  },
  { kind: 'gap not filled', drops: (node) => isCalling(node, /\.onGap$/, /./) },
  {
    kind: 'subscribed after the read',
    replaces: (node) => {
      if (!isCalling(node, /^follow$/, /./)) return undefined;
      const { statements = [] } = node.parent;
      const next = statements[statements.indexOf(node) + 1];
      if (next === undefined || !/\bawait\b/.test(textOf(next))) return undefined;
      return { end: next.end, by: `${textOf(next)}\n${textOf(node)}` };
    },
  },
];

/** The texts of a file that may be SQL, with their positions: outermost strings, or all of it without comments. */
function sqlOf(path, text, source) {
  if (source === null)
    return [{ at: 0, text: text.replaceAll(/--.*/g, (comment) => ' '.repeat(comment.length)) }];
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      found.push({ at: node.getStart(), text: textOf(node) });
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function* mutantsInSql(path, text, source) {
  for (const { at, text: sql } of sqlOf(path, text, source))
    for (const { kind, find, by, within, beside } of inSql) {
      if (within?.test(sql) === false || beside?.test(text) === false) continue;
      for (const { 0: match, index } of sql.matchAll(find))
        yield { kind, at: at + index, end: at + index + match.length, by: by.replace('$&', match) };
    }
}

function* mutantsInTree(path, source) {
  const nodes = [];
  const visit = (node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { kind, files = product, drops, replaces } of inTree)
    for (const node of files.test(path) ? nodes : []) {
      const found = drops === undefined ? replaces(node) : drops(node) ? ';' : undefined;
      const more = typeof found === 'string' ? { by: found } : found;
      if (more !== undefined) yield { kind, at: node.getStart(), end: node.end, ...more };
    }
}

/**
 * All mutants of the sources, each with a name that does not depend on lines. Throws for a kind without any.
 * @param {Map<string, string>} sources by path
 */
export function deriveMutants(sources) {
  const mutants = [...sources].flatMap(([path, text]) => {
    const isChapter = path.startsWith('migrations/');
    if (!isChapter && !product.test(path)) return [];
    const source = isChapter ? null : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const found = [
      ...mutantsInSql(path, text, source),
      ...(source === null ? [] : mutantsInTree(path, source)),
    ];
    const counts = new Map();
    return found.map((mutant) => {
      const count = (counts.get(mutant.kind) ?? 0) + 1;
      counts.set(mutant.kind, count);
      const line = text.slice(0, mutant.at).split('\n').length;
      return { ...mutant, path, line, name: `${mutant.kind}: ${path} ${count}` };
    });
  });
  const missing = [...inSql, ...inTree].filter(({ kind }) => !mutants.some((mutant) => mutant.kind === kind));
  if (missing.length > 0)
    throw new Error(`nothing matches any more: ${missing.map(({ kind }) => kind).join(', ')}`);
  return mutants;
}

/** A source with its mutant. */
export const mutate = (text, { at, end, by }) => text.slice(0, at) + by + text.slice(end);
