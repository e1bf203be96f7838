import { NavLink } from "@remix-run/react";

const TABS = [
  { to: "/app/subscriptions", label: "Subscriptions" },
  { to: "/app/subscriptions/failed", label: "Failed payments" },
  { to: "/app/subscriptions/confirmations", label: "Waiting for customers" },
  { to: "/app/subscriptions/calendar", label: "Calendar" },
  { to: "/app/subscriptions/retries", label: "Retries" },
  { to: "/app/subscriptions/imports", label: "Imports" },
  { to: "/app/subscriptions/bulk", label: "Bulk actions" },
] as const;

/** The ways between the pages about subscriptions and their charges. */
export function SubscriptionTabs() {
  return (
    <nav className="pn-tabs" aria-label="Subscriptions">
      {TABS.map(({ to, label }) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
