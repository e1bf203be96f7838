import { type Check, failing, type InstallationFacts, ok, warning } from "../check.ts";

/** Whether customers can be told anything by email. */
export const mailCheck: Check<InstallationFacts> = {
  name: "Mail server",
  run: async ({ mail }) => {
    if (!mail) {
      return warning(
        "None is set up: customers get no email.",
        "Set SMTP_URL and MAIL_FROM; docs/operations.md says how.",
      );
    }
    const problem = await mail.check();
    if (problem === null) return ok("It answers, and takes the app's password if there is one.");
    return failing(
      `It cannot be used: ${problem}`,
      "Compare SMTP_URL with what your mail provider says. Emails wait for three days.",
    );
  },
};
