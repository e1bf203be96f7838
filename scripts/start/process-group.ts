import { UserFacingError } from "#scripts/process/user-facing-error.ts";

/** A process that a supervisor started and is answerable for. */
export interface SupervisedProcess {
  name: string;
  /** Resolves when it has ended, asked or not, to a line that says how. */
  ended: Promise<string>;
  /** Ends it and returns when it is gone. */
  stop: () => Promise<void>;
}

export interface ProcessGroup {
  add: (process: SupervisedProcess) => void;
  /** Rejects with a UserFacingError when a member ends unexpectedly; otherwise never settles. */
  failed: Promise<never>;
  /** Stops every member, those added last first; members of one batch at the same time. */
  stopAll: () => Promise<void>;
}

/**
 * Keeps the processes of one run together: one that dies takes the others with it, and nothing is
 * left when the run ends. `database` members are stopped after all others, which still use them.
 */
export function createProcessGroup(): ProcessGroup {
  const members: SupervisedProcess[] = [];
  let stopping = false;
  let fail: (failure: UserFacingError) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // A failure may come while nobody is waiting for it yet.
  failed.catch(() => {});
  return {
    failed,
    add: (member) => {
      members.push(member);
      void member.ended.then((line) => {
        if (!stopping) fail(new UserFacingError(`${line} Everything else is stopped.`));
      });
      if (stopping) void member.stop();
    },
    stopAll: async () => {
      stopping = true;
      const isDatabase = ({ name }: SupervisedProcess) => name === databaseName;
      await Promise.all(members.filter((member) => !isDatabase(member)).map((one) => one.stop()));
      await Promise.all(members.filter(isDatabase).map((one) => one.stop()));
    },
  };
}

/** The name of the member that is stopped last. */
export const databaseName = "PostgreSQL";
