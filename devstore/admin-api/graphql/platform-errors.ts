import type { GraphQLError } from "graphql";

/** An error as in a response of the platform. */
export interface PlatformError {
  message: string;
  locations?: readonly { line: number; column: number }[];
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}

interface Translation {
  from: RegExp;
  to(match: string[]): { message: string; extensions: Record<string, unknown> };
}

/** The platform is graphql-ruby: the same findings as graphql-js, in other words and with a code. */
const translations: Translation[] = [
  {
    from: /^Cannot query field "(\w+)" on type "(\w+)"/,
    to: ([, field = "", type = ""]) => ({
      message: `Field '${field}' doesn't exist on type '${type}'`,
      extensions: { code: "undefinedField", typeName: type, fieldName: field },
    }),
  },
  {
    from: /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/,
    to: ([, argument = "", , field = ""]) => ({
      message: `Field '${field}' doesn't accept argument '${argument}'`,
      extensions: {
        code: "argumentNotAccepted",
        name: field,
        typeName: "Field",
        argumentName: argument,
      },
    }),
  },
  {
    from: /^(?:Field|Argument) "(\w+)(?:\.\w+)?" (?:argument )?"?(\w+)?"? ?of type "([^"]+)" is required, but (?:it was )?not provided/,
    to: ([, field = "", argument = ""]) => ({
      message: `Field '${field}' is missing required arguments: ${argument}`,
      extensions: {
        code: "missingRequiredArguments",
        className: "Field",
        name: field,
        arguments: argument,
      },
    }),
  },
  {
    from: /^Value "(\w+)" does not exist in "(\w+)" enum/,
    to: ([, value = "", type = ""]) => ({
      message: `Argument has an invalid value (${value}). Expected type '${type}'.`,
      extensions: { code: "argumentLiteralsIncompatible", typeName: type, value },
    }),
  },
  {
    from: /^Variable "\$(\w+)" of type "([^"]+)" used in position expecting type "([^"]+)"/,
    to: ([, variable = "", given = "", expected = ""]) => ({
      message: `Type mismatch on variable $${variable} (${given} / ${expected})`,
      extensions: {
        code: "variableMismatch",
        variableName: variable,
        typeName: given,
        errorMessage: "Type mismatch",
      },
    }),
  },
  {
    from: /^Variable "\$(\w+)" is never used(?: in operation "(\w+)")?/,
    to: ([, variable = "", operation = "anonymous query"]) => ({
      message: `Variable $${variable} is declared by ${operation} but not used`,
      extensions: { code: "variableNotUsed", variableName: variable },
    }),
  },
  {
    from: /^Variable "\$(\w+)" is not defined(?: by operation "(\w+)")?/,
    to: ([, variable = "", operation = "anonymous query"]) => ({
      message: `Variable $${variable} is used by ${operation} but not declared`,
      extensions: { code: "variableNotDefined", variableName: variable },
    }),
  },
  {
    from: /^Field "(\w+)" of type "([^"]+)" must have a selection of subfields/,
    to: ([, field = "", type = ""]) => ({
      message: `Field must have selections (field '${field}' returns ${type} but has no selections. Did you mean '${field} { ... }'?)`,
      extensions: { code: "selectionMismatch", nodeName: `field '${field}'`, typeName: type },
    }),
  },
];

/** What the platform answers for a document that does not fit the schema. */
export function validationError(error: GraphQLError): PlatformError {
  const locations = error.locations ?? [];
  for (const { from, to } of translations) {
    const match = from.exec(error.message);
    if (match !== null) return { ...to([...match]), locations };
  }
  return {
    message: error.message,
    locations,
    extensions: { code: "argumentLiteralsIncompatible" },
  };
}

/** A syntax error has no code on the platform. */
export function syntaxError(error: GraphQLError): PlatformError {
  return {
    message: error.message.replace(/^Syntax Error: /, "syntax error, "),
    locations: error.locations ?? [],
  };
}

/** An error that a resolver threw, next to any data. */
export function executionError(error: GraphQLError): PlatformError {
  const unexpected = error.originalError != null && error.originalError.name !== "GraphQLError";
  return {
    message: unexpected
      ? "Internal error. Looks like something went wrong on our end."
      : error.message,
    locations: error.locations ?? [],
    path: error.path ?? [],
    extensions: unexpected ? { code: "INTERNAL_SERVER_ERROR" } : error.extensions,
  };
}
