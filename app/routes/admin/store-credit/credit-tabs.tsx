import { NavLink } from "@remix-run/react";

const TABS = [
  { to: "/app/store-credit", label: "Liability" },
  { to: "/app/store-credit/customers", label: "Customers" },
  { to: "/app/store-credit/grants", label: "Grant to a plan" },
  { to: "/app/store-credit/files", label: "Bulk adjustment" },
  { to: "/app/store-credit/policies", label: "Plan policies" },
] as const;

/** The ways between the pages about store credit. */
export function CreditTabs() {
  return (
    <nav className="pn-tabs" aria-label="Store credit">
      {TABS.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to === "/app/store-credit"}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
