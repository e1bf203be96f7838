import { outcomeOf, type Sent } from "./send-loyalty.ts";

/** An upload on a slow phone takes its time. */
const PATIENCE_MS = 120_000;

/**
 * Sends a file, byte by byte, with what is said about it in the query.
 *
 * @param tell hears how much is done, from 0 to 1.
 */
export async function upload<T>(
  url: string,
  facts: Record<string, string>,
  file: Blob,
  tell: (done: number) => void,
): Promise<Sent<T>> {
  if (!navigator.onLine) return { outcome: "offline" };
  const bytes = await file.arrayBuffer().catch(() => null);
  // The browser cannot read it, for example because it was removed meanwhile.
  if (bytes === null) return { outcome: "refused" };
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${url}?${new URLSearchParams(facts)}`);
    request.setRequestHeader("content-type", file.type);
    request.responseType = "json";
    request.timeout = PATIENCE_MS;
    request.upload.onprogress = ({ loaded, total }) => tell(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, response } = request;
      const isDone = status === 200 && response?.data;
      resolve(isDone ? { outcome: "done", data: response.data } : { outcome: outcomeOf(status) });
    };
    request.onerror = request.ontimeout = request.onabort = () => resolve({ outcome: "unknown" });
    request.send(bytes);
  });
}

/** The longest side of a photo that still shows a receipt's print. */
const LONGEST_PX = 2400;

/** A photo that phones take, as small as it can be sent. What is no photo, or cannot be drawn, stays as it is. */
export async function prepare(file: File, mostBytes: number): Promise<Blob> {
  if (file.size <= mostBytes || !file.type.startsWith("image/")) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
  } catch {
    return file;
  }
}
