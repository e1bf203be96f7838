/**
 * Settings of the C library's allocator for a process that serves: pieces of 32 KiB and more, as bodies and answers consist of, are
 * taken from the machine one by one and given back one by one. By default glibc keeps them in one heap, which never gets smaller
 * while anything at its end is in use: a crowd of 1.2 GB left 1.2 GB behind, and leaves 80 MB with this. The number of such pieces is
 * bounded, because the kernel allows a process only so many. Other C libraries ignore it.
 *
 * @param given the environment that the process gets otherwise, whose own settings hold.
 */
export function memorySettings(
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const settings = { MALLOC_MMAP_THRESHOLD_: "32768", MALLOC_MMAP_MAX_: "20000" };
  return Object.fromEntries(Object.entries(settings).filter(([name]) => given[name] === undefined));
}
