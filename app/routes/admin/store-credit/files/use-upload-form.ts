import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { UnclearColumns } from "#app/domain/store-credit/files/credit-file.ts";
import type {
  ColumnSources,
  CreditFileColumn,
} from "#app/domain/store-credit/files/credit-file-columns.ts";
import { CREDIT_FILE_LIMITS } from "#app/domain/store-credit/files/credit-file-limits.ts";
import { tooLarge } from "#app/lib/csv-file-limits.ts";
import type { FormError } from "#app/ui/use-form-request.ts";

type UploadAnswer = () => Promise<
  { outcome: "checked"; fileId: string } | UnclearColumns | FormError
>;

/**
 * The upload of a file and, where its titles are not understood, the question what its columns mean, which
 * stands until another file is chosen.
 */
export function useUploadForm() {
  const fetcher = useFetcher<UploadAnswer>();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [question, setQuestion] = useState<UnclearColumns | null>(null);
  const [sources, setSources] = useState<ColumnSources>({});
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const checked = answer?.outcome === "checked" ? answer.fileId : null;
  useEffect(() => {
    if (checked) navigate(`/app/store-credit/files/${checked}`);
  }, [checked, navigate]);
  useEffect(() => {
    if (answer?.outcome !== "columns_unclear") return;
    setQuestion(answer);
    setSources(answer.sources);
  }, [answer]);
  const rejected = answer?.outcome === "refused" ? answer : null;
  return {
    question,
    sources,
    isSending: fetcher.state !== "idle" || checked !== null,
    trouble: problem ?? rejected?.message ?? null,
    /** What is wrong with a column that is still to be chosen, as its field takes it. */
    errorOf: (column: CreditFileColumn): { error?: string } => {
      const said = rejected?.fields[column];
      const isChosen = sources[column] || (column === "customer" && sources.email);
      return said && !isChosen ? { error: said.join(" ") } : {};
    },
    chooseFile: (chosen: File | null) => {
      setFile(chosen);
      setProblem(null);
      setQuestion(null);
    },
    chooseSource: (column: CreditFileColumn, source: ColumnSources[CreditFileColumn] | null) =>
      setSources(({ [column]: _before, ...others }) =>
        source ? { ...others, [column]: source } : others,
      ),
    send: () => {
      if (fetcher.state !== "idle") return;
      const wrong = whatIsWrong(file);
      setProblem(wrong);
      if (!file || wrong) return;
      const form = new FormData();
      if (question) form.set("columns", JSON.stringify(sources));
      form.set("file", file);
      fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
    },
  };
}

function whatIsWrong(file: File | null): string | null {
  if (!file || file.size === 0) return "Choose a file that is not empty.";
  return file.size > CREDIT_FILE_LIMITS.bytes ? tooLarge(CREDIT_FILE_LIMITS) : null;
}
