import type { PlatformPlanNames } from "../../platform-plan-group.ts";
import type { AdminClient } from "../admin-client.ts";
import { ReadPlanNamesPageDocument } from "../admin-operations.generated.ts";
import { readAll } from "../read-connection.ts";

/** What the platform calls the text that is a plan's name. */
const nameKey = "name";

/** Reads the plans' names. Whoever may read a plan may read its published translations. */
export async function readPlanNames(
  client: AdminClient,
  shopDomain: string,
): Promise<PlatformPlanNames[]> {
  const readPage = async (after: string | null) => {
    const page = await client.run(shopDomain, ReadPlanNamesPageDocument, { after });
    return page.sellingPlanGroups;
  };
  const groups = await readAll(await readPage(null), readPage);
  return groups.flatMap(({ sellingPlans }) =>
    sellingPlans.nodes.map(({ name, en, de, fr, es, ja }) => {
      const translations = new Map<string, string>();
      for (const [language, texts] of Object.entries({ en, de, fr, es, ja })) {
        const text = texts.find(({ key }) => key === nameKey)?.value;
        if (text) translations.set(language, text);
      }
      return { name, translations };
    }),
  );
}
