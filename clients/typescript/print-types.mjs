// Prints the types that src/client takes from the contract as plain declarations, with the sentences of the API
// documents. In the sources, zod infers them.
import { join } from 'node:path';
import ts from 'typescript';
import { createSchemas } from '../schemas.mjs';

/**
 * @param documents both API documents of a server
 * @returns the text of contract.d.ts and of routes.d.ts
 */
export function printTypes(program, source, documents) {
  const schemas = createSchemas(documents);
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
  /** By the name of a type: the schema that describes it. */
  const described = new Map();

  const isOptional = (symbol) => (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const toDoc = (text, indent) =>
    text === '' ? '' : `${indent}/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */\n`;
  const docOf = (symbol, indent, schema) =>
    toDoc(
      ts.displayPartsToString(symbol.getDocumentationComment(checker)) || (schema?.description ?? ''),
      indent,
    );
  const keyOf = (name) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));

  /** The value of a member that tells the objects of a union apart. */
  function constantOf(type) {
    const symbol = checker.getPropertyOfType(type, 'type');
    return symbol === undefined ? undefined : checker.getTypeOfSymbol(symbol).value;
  }

  function printUnion(type, indent, schema) {
    // `boolean` is the union of its two values.
    const parts = type.types.map((part) => print(part, indent, schemas.partOf(schema, constantOf(part))));
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

  function printSignature(signature, indent, operation) {
    const parameters = signature.getParameters().flatMap((parameter) => {
      const type = checker.getTypeOfSymbol(parameter);
      if (checker.isTupleType(type)) return parametersOf(type);
      return [{ name: parameter.name, type, mayBeMissing: isOptional(parameter) }];
    });
    const list = parameters.map(({ name, type, mayBeMissing }) => {
      const shown = mayBeMissing ? checker.getNonNullableType(type) : type;
      return `${name}${mayBeMissing ? '?' : ''}: ${print(shown, indent, operation?.input)}`;
    });
    return `(${list.join(', ')}) => ${print(signature.getReturnType(), indent, operation?.output)}`;
  }

  /** @param given the schema of the type, if one is known */
  function print(type, indent, given, isTop = false) {
    const schema = schemas.resolve(given);
    if (!isTop && names.has(type)) {
      const name = names.get(type);
      used.add(name);
      if (schema !== undefined && !described.has(name)) described.set(name, schema);
      return name;
    }
    if (type.aliasSymbol?.name === 'Answer')
      return `Answer<${print(type.aliasTypeArguments[0], indent, schema)}>`;
    if (type.symbol?.name === 'CallOptions') return 'CallOptions';
    if (type.isUnion()) return printUnion(type, indent, schema);
    if (type.isIntersection()) {
      // The empty object adds nothing.
      const parts = type.types.map((part) => print(part, indent, schema)).filter((part) => part !== '{}');
      return parts.join(' & ');
    }
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type);
      const item = print(element, indent, schema?.items);
      return element.isUnion() && !names.has(element) ? `(${item})[]` : `${item}[]`;
    }
    if (type.symbol?.name === 'Promise')
      return `Promise<${print(checker.getTypeArguments(type)[0], indent, schema)}>`;
    const [signature] = type.getCallSignatures();
    if (signature !== undefined) return printSignature(signature, indent, given);
    if ((type.flags & ts.TypeFlags.Object) === 0) return checker.typeToString(type);
    const inner = `${indent}  `;
    const indexes = checker
      .getIndexInfosOfType(type)
      .map((info) => `${inner}[key: ${checker.typeToString(info.keyType)}]: ${print(info.type, inner)};\n`);
    const members = checker.getPropertiesOfType(type).map((symbol) => {
      const mark = isOptional(symbol) ? '?' : '';
      const member = given?.properties?.[symbol.name] ?? schema?.properties?.[symbol.name];
      const text = print(checker.getTypeOfSymbol(symbol), inner, member);
      // A member without a sentence of its own has that of its shape.
      const words = member?.description === undefined ? schemas.resolve(member) : member;
      return `${docOf(symbol, inner, words)}${inner}${keyOf(symbol.name)}${mark}: ${text};\n`;
    });
    return members.length + indexes.length === 0
      ? '{}'
      : `{\n${indexes.join('')}${members.join('')}${indent}}`;
  }

  const note = '// Recorded from the contract of the server by npm run record:examples.\n';
  const calls = exportsOf('routes.ts').find(({ name }) => name === 'Calls');
  const body = print(checker.getDeclaredTypeOfSymbol(calls), '', { properties: schemas.operations }, true);
  const imports = [
    `import type { Answer } from './answer.js';\n`,
    `import type { CallOptions } from './call.js';\n`,
    ...(used.size === 0 ? [] : [`import type { ${[...used].sort().join(', ')} } from './contract.js';\n`]),
  ];
  described.set('ServerEvents', { properties: schemas.serverEvents });
  /** Printing a declaration finds the schemas of those that it names, so those that are described come first. */
  const printed = new Map();
  const printNamed = (name) => {
    printed.set(name, null);
    const schema = described.get(name);
    const text = print(named.get(name), '', schema, true);
    printed.set(name, `${toDoc(schema?.description ?? '', '')}export type ${name} = ${text};\n`);
  };
  while (printed.size < named.size) {
    const missing = [...named.keys()].filter((name) => !printed.has(name));
    printNamed(missing.find((name) => described.has(name)) ?? missing[0]);
  }
  const declarations = [...named.keys()].map((name) => printed.get(name));
  return {
    contract: note + declarations.join(''),
    routes: `${note}${imports.join('')}\n/** A method for every route. Methods never reject. */\nexport interface Calls ${body}\n`,
  };
}
