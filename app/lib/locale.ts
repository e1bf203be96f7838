/**
 * The locale as this server can write it: canonical, without extensions. Null for what is no locale,
 * or one whose dates and numbers it does not know.
 */
export function supportedLocale(text: string | null): string | null {
  if (text === null || text.length > 35) return null;
  try {
    const { baseName } = new Intl.Locale(text);
    return Intl.NumberFormat.supportedLocalesOf(baseName).length === 1 ? baseName : null;
  } catch {
    return null;
  }
}
