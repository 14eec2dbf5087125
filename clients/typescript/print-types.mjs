// Prints the types that src/client takes from the contract as plain declarations. In the sources, zod infers them.
import { join } from 'node:path';
import ts from 'typescript';

/** @returns the text of contract.d.ts and of routes.d.ts */
export function printTypes(program, source) {
  const checker = program.getTypeChecker();
  const exportsOf = (path) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(source, path))));
  const original = (symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const isOfContract = (symbol) =>
    original(symbol).declarations?.some((at) =>
      /\/src\/(contract|kernel)\//.test(at.getSourceFile().fileName),
    ) === true;

  const named = new Map(
    exportsOf('client.ts')
      .filter(isOfContract)
      .map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(original(symbol))]),
  );
  const names = new Map([...named].map(([name, type]) => [type, name]));
  const used = new Set();

  const isOptional = (symbol) => (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const docOf = (symbol, indent) => {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll('\n', ' ');
    return text === '' ? '' : `${indent}/** ${text} */\n`;
  };
  const keyOf = (name) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));

  function printUnion(type, indent) {
    // `boolean` is the union of its two values.
    const parts = type.types.map((part) => print(part, indent));
    const text = [...new Set(parts)].join(' | ');
    return text.replace(/\bfalse \| true\b|\btrue \| false\b/, 'boolean');
  }

  /** The elements of a tuple as parameters, with the labels of the tuple as names. */
  function parametersOf(tuple) {
    const { labeledElementDeclarations, elementFlags } = tuple.target;
    return checker.getTypeArguments(tuple).map((type, index) => ({
      name: labeledElementDeclarations[index].name.text,
      type,
      mayBeMissing: (elementFlags[index] & ts.ElementFlags.Optional) !== 0,
    }));
  }

  function printSignature(signature, indent) {
    const parameters = signature.getParameters().flatMap((parameter) => {
      const type = checker.getTypeOfSymbol(parameter);
      if (checker.isTupleType(type)) return parametersOf(type);
      return [{ name: parameter.name, type, mayBeMissing: isOptional(parameter) }];
    });
    const list = parameters.map(({ name, type, mayBeMissing }) => {
      const shown = mayBeMissing ? checker.getNonNullableType(type) : type;
      return `${name}${mayBeMissing ? '?' : ''}: ${print(shown, indent)}`;
    });
    return `(${list.join(', ')}) => ${print(signature.getReturnType(), indent)}`;
  }

  function print(type, indent, isTop = false) {
    if (!isTop && names.has(type)) {
      used.add(names.get(type));
      return names.get(type);
    }
    if (type.aliasSymbol?.name === 'Answer') return `Answer<${print(type.aliasTypeArguments[0], indent)}>`;
    if (type.symbol?.name === 'CallOptions') return 'CallOptions';
    if (type.isUnion()) return printUnion(type, indent);
    if (type.isIntersection()) return type.types.map((part) => print(part, indent)).join(' & ');
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type);
      const item = print(element, indent);
      return element.isUnion() && !names.has(element) ? `(${item})[]` : `${item}[]`;
    }
    if (type.symbol?.name === 'Promise')
      return `Promise<${print(checker.getTypeArguments(type)[0], indent)}>`;
    const [signature] = type.getCallSignatures();
    if (signature !== undefined) return printSignature(signature, indent);
    if ((type.flags & ts.TypeFlags.Object) === 0) return checker.typeToString(type);
    const inner = `${indent}  `;
    const indexes = checker
      .getIndexInfosOfType(type)
      .map((info) => `${inner}[key: ${checker.typeToString(info.keyType)}]: ${print(info.type, inner)};\n`);
    const members = checker.getPropertiesOfType(type).map((symbol) => {
      const mark = isOptional(symbol) ? '?' : '';
      const text = print(checker.getTypeOfSymbol(symbol), inner);
      return `${docOf(symbol, inner)}${inner}${keyOf(symbol.name)}${mark}: ${text};\n`;
    });
    return members.length + indexes.length === 0
      ? '{}'
      : `{\n${indexes.join('')}${members.join('')}${indent}}`;
  }

  const note = '// Recorded by record-types.mjs from the contract of the server.\n';
  const declarations = [...named].map(([name, type]) => `export type ${name} = ${print(type, '', true)};\n`);
  used.clear();
  const calls = exportsOf('routes.ts').find(({ name }) => name === 'Calls');
  const body = print(checker.getDeclaredTypeOfSymbol(calls), '', true);
  const imports = [
    `import type { Answer } from './answer.js';\n`,
    `import type { CallOptions } from './call.js';\n`,
    ...(used.size === 0 ? [] : [`import type { ${[...used].sort().join(', ')} } from './contract.js';\n`]),
  ];
  return {
    contract: note + declarations.join(''),
    routes: `${note}${imports.join('')}\n/** A method for every route. Methods never reject. */\nexport interface Calls ${body}\n`,
  };
}
