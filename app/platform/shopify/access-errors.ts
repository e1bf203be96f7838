/** An error of the Admin API, as far as it is read. */
export interface AdminError {
  message: string;
  code: string | null;
}

const OBJECT = /^This app is not approved to access the (\w+) object/;
const FIELD = /^This app is not approved to use the (\w+) field/;
const SCOPE = /^Access denied for (\w+) field\.(?: Required access: (.+))?$/s;

/**
 * The fields that the platform left out because the app is not approved for them, when nothing else is wrong:
 * the rest of the answer holds. Null when there are other errors.
 */
export function hiddenFields(errors: readonly AdminError[]): string[] | null {
  const fields = errors.map(({ message }) => FIELD.exec(message)?.[1]);
  return fields.every((field) => field !== undefined) ? [...new Set(fields)] : null;
}

/** What is missing and who can mend it, in words for the merchant; null when access is not what is missing. */
export function describeMissingAccess(errors: readonly AdminError[]): string | null {
  for (const { message } of errors) {
    const protectedData = OBJECT.exec(message)?.[1] ?? FIELD.exec(message)?.[1];
    if (protectedData !== undefined) {
      return `Shopify has not approved this app for protected customer data (${protectedData}). Whoever registered the app requests it in the Dev Dashboard, under API access.`;
    }
  }
  for (const { message } of errors) {
    const scope = SCOPE.exec(message);
    if (scope === null) continue;
    const needed = [...(scope[2] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const names = needed.length > 0 ? ` (${needed.join(" or ")})` : "";
    return `This store has not granted the app a permission that it needs${names}. Open the app in the store's admin and accept its permissions.`;
  }
  return null;
}
