/** One statement of a file of SQL, and where in the file it begins. */
export interface Statement {
  sql: string;
  offset: number;
}

/** What may hold a semicolon that ends no statement: comments, quoted texts and names, bodies of functions. */
const quotedOrEnd =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\bE'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$((?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\1\$|;/gi;

/**
 * Cuts a file of SQL at the semicolons that end its statements, so that each can be sent by itself. Of the ways to
 * quote only a nested comment and a function body without quotes (BEGIN ATOMIC) are not understood.
 */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let offset = 0;
  const cut = (end: number) => {
    const sql = text.slice(offset, end);
    // What remains after the last semicolon is a statement only if it says something.
    if (sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim() !== "")
      statements.push({ sql, offset });
    offset = end + 1;
  };
  for (const match of text.matchAll(quotedOrEnd)) {
    if (match[0] === ";") cut(match.index);
  }
  cut(text.length);
  return statements;
}
