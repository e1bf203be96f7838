/** What our reporter writes down while Vitest runs, a line of JSON each. Files are absolute. */
export type JournalLine =
  | { event: "file started"; file: string }
  | { event: "test started"; file: string; id: string; name: string }
  | {
      event: "test ended";
      file: string;
      id: string;
      name: string;
      state: string;
      /** How long it took, without its hooks. */
      ms: number;
      /** Why it takes long, when it says so. */
      slow?: string | undefined;
      /** Why it failed. */
      messages: string[];
    }
  /** With why the file failed outside its tests, and how long it took with its hooks. */
  | { event: "file ended"; file: string; ms: number; messages: string[] }
  /** With what was thrown outside of every file. */
  | { event: "run ended"; messages: string[] };
