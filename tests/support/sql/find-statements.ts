import { join, relative } from "node:path";
import ts from "typescript";
import { projectRoot } from "#scripts/files/project-root.ts";

/** The library that runs a statement: each reads columns into values of its own types. Whoever asks by `Ask` may have either. */
export type Driver = "prisma" | "pg" | "either";

/** A hand-written statement of the product, as the compiler sees it. */
export interface Statement {
  /** `app/domain/….ts:12`. */
  place: string;
  driver: Driver;
  /** With $1, $2 … for its parameters; null when it is put together at run time, which nobody can check. */
  text: string | null;
  /** The types of its parameters; null where they are not written beside it. */
  parameters: readonly string[] | null;
  /** The declared row: column → types that its values may have. Null when no row is read. */
  row: ReadonlyMap<string, readonly string[]> | null;
}

/** A text that looks like SQL. */
export interface SqlText {
  /** `app/domain/….ts:12`. */
  place: string;
  /** What is written out, between the values that are put in. */
  parts: readonly string[];
}

interface Reader {
  checker: ts.TypeChecker;
  /** Texts that are statements, or parts of one. */
  read: Set<ts.Node>;
}

const LOOKS_LIKE_SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

/**
 * Finds every statement of `app/` and `scripts/` by its syntax: Prisma's raw templates and texts, `query` of
 * `pg`, however its receiver is declared, and calls of an `Ask`.
 *
 * @returns also the texts that look like SQL and are in none of the statements whose text can be read.
 */
export function findStatements(): { statements: Statement[]; elsewhere: SqlText[] } {
  const configFile = join(projectRoot, "tsconfig.json");
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configFile, ts.sys.readFile).config,
    ts.sys,
    projectRoot,
  );
  const isOurs = (path: string) =>
    /^(app|scripts)\//.test(path) && !path.startsWith("app/generated/");
  const roots = config.fileNames.filter((file) => isOurs(relative(projectRoot, file)));
  const program = ts.createProgram(roots, config.options);
  const reader: Reader = { checker: program.getTypeChecker(), read: new Set() };
  const statements: Statement[] = [];
  const texts: [node: ts.Node, text: SqlText][] = [];
  for (const source of program.getSourceFiles()) {
    const path = relative(projectRoot, source.fileName);
    if (!isOurs(path)) continue;
    const visit = (node: ts.Node): void => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const place = `${path}:${line + 1}`;
      const statement =
        readTemplate(node, reader) ??
        readQuery(node, reader) ??
        readUnsafe(node, reader) ??
        readAsked(node, reader);
      if (statement) statements.push({ place, ...statement });
      const parts = partsOf(node);
      if (LOOKS_LIKE_SQL.test(parts?.[0] ?? "")) texts.push([node, { place, parts: parts ?? [] }]);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const elsewhere = texts.flatMap(([node, text]) => (reader.read.has(node) ? [] : [text]));
  return { statements, elsewhere };
}

/** What is written out of a text; null when the node is none. */
function partsOf(node: ts.Node): string[] | null {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

type FoundStatement = Omit<Statement, "place">;

function readTemplate(node: ts.Node, { checker, read }: Reader): FoundStatement | null {
  if (!ts.isTaggedTemplateExpression(node)) return null;
  if (!/\.\$(query|execute)Raw$/.test(node.tag.getText())) return null;
  const { template } = node;
  const values = ts.isTemplateExpression(template)
    ? template.templateSpans.map(({ expression }) => expression)
    : [];
  const types = values.map((value) => typesOf(checker.getTypeAtLocation(value), checker).join("|"));
  const isBuilt = types.includes("Sql");
  if (!isBuilt) read.add(template);
  return {
    driver: "prisma",
    text: isBuilt ? null : textOfTemplate(template, (at) => `$${at + 1}`),
    parameters: types,
    row: rowOf(node.typeArguments, checker),
  };
}

function readUnsafe(node: ts.Node, reader: Reader): FoundStatement | null {
  if (!ts.isCallExpression(node)) return null;
  if (!/\.\$(query|execute)RawUnsafe$/.test(node.expression.getText())) return null;
  const [text, ...values] = node.arguments;
  return {
    driver: "prisma",
    text: text ? constantText(text, reader) : null,
    parameters: values.map((value) =>
      typesOf(reader.checker.getTypeAtLocation(value), reader.checker).join("|"),
    ),
    row: rowOf(node.typeArguments, reader.checker),
  };
}

function readQuery(node: ts.Node, reader: Reader): FoundStatement | null {
  const { checker } = reader;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  if (node.expression.name.text !== "query") return null;
  if (!isDeclaredByDriver(node.expression.name, checker)) return null;
  const [first, second] = node.arguments;
  if (!first) return null;
  const isPrepared = ts.isCallExpression(first) && first.expression.getText() === "prepared";
  const [text, values] = isPrepared ? first.arguments : [first, second];
  return {
    driver: "pg",
    text: text ? constantText(text, reader) : null,
    parameters: values === undefined ? [] : typesOfList(values, checker),
    row: rowOf(node.typeArguments, checker),
  };
}

function readAsked(node: ts.Node, reader: Reader): FoundStatement | null {
  const { checker } = reader;
  if (!ts.isCallExpression(node)) return null;
  if (checker.getTypeAtLocation(node.expression).aliasSymbol?.name !== "Ask") return null;
  const [text, values] = node.arguments;
  return {
    driver: "either",
    text: text ? constantText(text, reader) : null,
    parameters: values ? typesOfList(values, checker) : null,
    row: rowOf(node.typeArguments, checker),
  };
}

function typesOfList(values: ts.Expression, checker: ts.TypeChecker): string[] | null {
  if (!ts.isArrayLiteralExpression(values)) return null;
  return values.elements.map((one) => typesOf(checker.getTypeAtLocation(one), checker).join("|"));
}

/** Whether a method is declared by `pg`, or by a type of ours that wraps it. */
function isDeclaredByDriver(method: ts.MemberName, checker: ts.TypeChecker): boolean {
  const declarations = checker.getSymbolAtLocation(method)?.declarations ?? [];
  return declarations.some((one) => {
    const file = one.getSourceFile().fileName;
    return file.includes("/@types/pg/") || !file.includes("/node_modules/");
  });
}

/** The value of a text that is written out: a literal, a template of such, or a constant that holds one. */
function constantText(node: ts.Expression, reader: Reader): string | null {
  const { checker, read } = reader;
  if (ts.isStringLiteralLike(node)) {
    read.add(node);
    return node.text;
  }
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression }) => constantText(expression, reader));
    if (parts.includes(null)) return null;
    read.add(node);
    return textOfTemplate(node, (at) => parts[at] ?? "");
  }
  if (!ts.isIdentifier(node)) {
    const type = checker.getTypeAtLocation(node);
    return type.isStringLiteral() || type.isNumberLiteral() ? String(type.value) : null;
  }
  let symbol = checker.getSymbolAtLocation(node);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declared = symbol?.valueDeclaration;
  if (declared && ts.isVariableDeclaration(declared) && declared.initializer) {
    if (ts.isNumericLiteral(declared.initializer)) return declared.initializer.text;
    return constantText(declared.initializer, reader);
  }
  return null;
}

function textOfTemplate(template: ts.TemplateLiteral, valueAt: (at: number) => string): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce(
    (text, { literal }, at) => text + valueAt(at) + literal.text,
    template.head.text,
  );
}

function rowOf(
  typeArguments: ts.NodeArray<ts.TypeNode> | undefined,
  checker: ts.TypeChecker,
): Statement["row"] {
  const [argument] = typeArguments ?? [];
  if (!argument) return null;
  const type = checker.getTypeFromTypeNode(argument);
  const row = checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? type;
  return new Map(
    checker
      .getPropertiesOfType(row)
      .map((property) => [property.name, typesOf(checker.getTypeOfSymbol(property), checker)]),
  );
}

/** The types of a value without null: `string`, `Date`, `object`, `array` … */
function typesOf(declared: ts.Type, checker: ts.TypeChecker): string[] {
  const type = checker.getBaseConstraintOfType(declared) ?? declared;
  const parts = type.isUnion() ? type.types : [type];
  return [...new Set(parts.flatMap((part) => simpleName(part, checker)))];
}

function simpleName(type: ts.Type, checker: ts.TypeChecker): string[] {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [];
  if (flags & ts.TypeFlags.BigIntLike) return ["bigint"];
  if (flags & ts.TypeFlags.NumberLike) return ["number"];
  if (flags & ts.TypeFlags.StringLike) return ["string"];
  if (flags & ts.TypeFlags.BooleanLike) return ["boolean"];
  if (checker.isArrayLikeType(type)) return ["array"];
  const name = checker.typeToString(type);
  return /^(Date|Decimal|Sql|Buffer)$/.test(name) ? [name] : ["object"];
}
