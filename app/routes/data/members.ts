import { z } from "zod";
import { members } from "#app/domain/data-export/modules/members.ts";
import {
  NUMBERED_PAGE,
  readNumberedPage,
} from "#app/domain/data-export/rows/read-numbered-page.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { pageField } from "#app/routes/data/data-query.ts";
import { numberedAnswer, numberedPage } from "#app/routes/data/numbered-page.ts";
import { rowSchema } from "#app/routes/data/row-schema.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/members",
  scope: "data:read",
  operationId: "listMemberRows",
  summary: "Everyone who ever had a membership",
  query: z.object({ page: pageField }),
  answer: numberedAnswer(rowSchema(members, "MemberRow")),
  stream: ({ query: { page }, ...call }) =>
    numberedPage(call, readNumberedPage(call.context, "members", page), {
      export: "members",
      page,
      size: NUMBERED_PAGE,
    }),
});
