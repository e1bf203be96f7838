import { html, raw } from "hono/html";
import {
  accountOwner,
  type DevStaffMember,
  findStaffMember,
  staffMembers,
  staffName,
} from "../sign-in/staff.ts";
import { seeOther } from "../storefront/redirect.ts";
import type { Html } from "../storefront/storefront-request.ts";

const cookieName = "dev_staff";

/** Where the admin's menu sends the choice. */
export const staffChoicePath = "/admin/staff";

/** Who uses the admin in this browser: the person of the cookie, or the store's owner. */
export function staffOfRequest(request: Request): DevStaffMember {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  const chosen = cookies.find((pair) => pair.startsWith(`${cookieName}=`));
  return findStaffMember(Number(chosen?.slice(cookieName.length + 1))) ?? accountOwner;
}

/** Signs another person in, and shows the page again from which they were chosen. */
export async function chooseStaff(request: Request): Promise<Response> {
  const form = await request.formData();
  const chosen = findStaffMember(Number(form.get("staff_id"))) ?? accountOwner;
  return seeOther(adminPathOf(request.headers.get("referer")), [
    `${cookieName}=${chosen.id}; Path=/; HttpOnly; SameSite=Lax`,
  ]);
}

/** The menu at the top of the admin: who is signed in, and whom one may be instead. */
export function staffMenu(current: DevStaffMember): Html {
  const initials = `${current.firstName.charAt(0)}${current.lastName.charAt(0)}`;
  return html`<details class="menu top__user"><summary><span class="top__avatar" aria-hidden="true">${initials}</span><span class="top__name">${staffName(current)}</span></summary>
<form class="menu__panel" method="post" action="${staffChoicePath}">${staffMembers.map(
    (one) =>
      html`<button name="staff_id" value="${one.id}"${raw(one.id === current.id ? ' aria-current="true"' : "")}>${staffName(one)} <span class="quiet">${languageOf(one)}</span></button>`,
  )}</form></details>`;
}

function languageOf({ locale }: DevStaffMember): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(locale) ?? locale;
}

/** Only a page of this admin; the address may come from anywhere. */
function adminPathOf(referer: string | null): string {
  if (referer === null || !URL.canParse(referer)) return "/admin";
  const { pathname, search } = new URL(referer);
  return pathname.startsWith("/admin/") ? `${pathname}${search}` : "/admin";
}
