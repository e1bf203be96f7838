import { NavLink } from "@remix-run/react";

const TABS = [
  { to: "/app/loyalty", label: "Program" },
  { to: "/app/loyalty/liability", label: "Liability" },
  { to: "/app/loyalty/rules", label: "Rules" },
  { to: "/app/loyalty/tiers", label: "Tiers" },
  { to: "/app/loyalty/point-rewards", label: "For points" },
  { to: "/app/loyalty/customers", label: "Customers' points" },
  { to: "/app/loyalty/coupons", label: "Coupons" },
  { to: "/app/loyalty/referrals", label: "Referrals" },
  { to: "/app/loyalty/receipts", label: "Receipts" },
  { to: "/app/loyalty/files", label: "Import" },
] as const;

/** The ways between the pages about loyalty. */
export function LoyaltyTabs() {
  return (
    <nav className="pn-tabs" aria-label="Loyalty">
      {TABS.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to === "/app/loyalty"}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
