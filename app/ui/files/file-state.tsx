import { Badge } from "@shopify/polaris";
import { Progress } from "../progress.tsx";
import type { UploadedFile } from "./uploaded-file.ts";

/** How far a file has come. */
export function FileState({ file }: { file: UploadedFile }) {
  if (file.state === "checked") return <Badge tone="attention">Not applied</Badge>;
  if (file.state === "done") return <Badge tone="success">Done</Badge>;
  return <Progress done={file.done} of={file.lines} what={`Lines of ${file.name}`} />;
}
