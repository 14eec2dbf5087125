// Prints schemas of the API documents as types of Python.

export const keywords = new Set([
  'from',
  'class',
  'import',
  'in',
  'is',
  'not',
  'or',
  'and',
  'with',
  'as',
  'global',
]);
export const toCamel = (name) => name.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
export const quote = (value) => `'${String(value)}'`;
const isObject = ({ type, properties }) => type === 'object' && properties !== undefined;
const isNull = ({ type }) => type === 'null';

/** Breaks a text into lines of at most 116 characters with the indent. */
function wrap(text, indent) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== '' && indent.length + line.length + 1 + word.length > 116) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
const toComment = (text) =>
  text === undefined
    ? ''
    : wrap(text, '    #: ')
        .map((line) => `    #: ${line}\n`)
        .join('');
export function toDocstring(text, indent) {
  const lines = wrap(text.replaceAll('\\', '\\\\'), `${indent}"""`);
  return `${indent}"""${lines.join(`\n${indent}`)}"""\n`;
}

/** Collects the declarations of named types while it prints types. */
export function createTypes(components) {
  const declared = new Map();

  function declare(name, print) {
    if (declared.has(name)) return name;
    declared.set(name, '');
    declared.set(name, print());
    return name;
  }

  /** An object as a TypedDict; its optional members are in a class of their own, as Python 3.9 needs it. */
  function printObject(name, { properties, required = [], description }) {
    const members = Object.entries(properties).map(([key, schema]) => ({
      key,
      type: print(schema, name + toCamel(key)),
      text: schema.description,
      isRequired: required.includes(key),
    }));
    const doc = description === undefined ? '' : `${toDocstring(description, '    ')}\n`;
    const body = (some) =>
      some.map(({ key, type, text }) => `${toComment(text)}    ${key}: ${type}\n`).join('');
    if (members.some(({ key }) => keywords.has(key))) {
      const inner = members.map(
        ({ key, type, text }) => `${toComment(text)}    ${quote(key)}: ${JSON.stringify(type)},\n`,
      );
      return `${name} = TypedDict(${quote(name)}, {\n${inner.join('')}})\n`;
    }
    const [kept, optional] = [true, false].map((is) => members.filter(({ isRequired }) => isRequired === is));
    if (optional.length === 0) return `class ${name}(TypedDict):\n${doc}${body(kept) || '    pass\n'}`;
    if (kept.length === 0) return `class ${name}(TypedDict, total=False):\n${doc}${body(optional)}`;
    return `class _${name}(TypedDict):\n${body(kept)}\n\nclass ${name}(_${name}, total=False):\n${doc}${body(optional)}`;
  }

  function printUnion(parts, name) {
    const types = parts
      .filter((part) => !isNull(part))
      .map((part) => {
        const constant = part.properties?.type?.const;
        return print(part, constant === undefined ? name : name + toCamel(constant));
      });
    const known = [...new Set(types)];
    const text = known.length === 1 ? known[0] : `Union[${known.join(', ')}]`;
    return parts.some(isNull) ? `Optional[${text}]` : text;
  }

  /** @param name of an object or a union that has none */
  function print(schema, name) {
    const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0].$ref : undefined);
    if (reference !== undefined) {
      const component = reference.split('/').at(-1);
      const target = components[component];
      return declare(component, () =>
        isObject(target)
          ? printObject(component, target)
          : `${component} = ${quoteNames(print(target, component))}\n`,
      );
    }
    const parts = schema.oneOf ?? schema.anyOf;
    if (parts !== undefined) return printUnion(parts, name);
    if ('const' in schema) return `Literal[${toLiteral(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(toLiteral).join(', ')}]`;
    if (isObject(schema)) {
      const own = Object.keys(schema.properties).join() === 'success,message' ? 'Done' : name;
      return declare(own, () => printObject(own, schema));
    }
    if (Array.isArray(schema.type))
      return printUnion(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      );
    switch (schema.type) {
      case 'array':
        return `list[${print(schema.items, name)}]`;
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'object':
        return typeof schema.additionalProperties === 'object'
          ? `dict[str, ${print(schema.additionalProperties, name)}]`
          : 'dict[str, Any]';
      default:
        return 'Any';
    }
  }

  return { declared, print };
}

const toLiteral = (value) =>
  typeof value === 'string'
    ? quote(value)
    : value === true
      ? 'True'
      : value === false
        ? 'False'
        : String(value);
/** An alias is evaluated when the module is loaded, so it names classes as text: they may follow. */
const quoteNames = (type) =>
  type.replaceAll(/(?<!')\b(?!Union|Optional|Literal|Any)([A-Z]\w*)\b(?!')/g, `'$1'`);
